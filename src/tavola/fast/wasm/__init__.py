"""The compiled functions for a place without Numba and NumPy: a browser.

`build` makes a WebAssembly module of them, with a description; `twins` calls them, in Pyodide or under
wasmtime; `buffers` are the arrays there. docs/offline.md says how the build is called.
"""
