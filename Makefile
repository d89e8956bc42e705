# Two commands matter: `make run` and `make test`. `make help` lists the rest. All of them are in tools/dev.py, which does
# the same without make: python tools/dev.py test. `make PYTHON=python3.13 test` builds on another Python.

.DEFAULT_GOAL := help
.PHONY: help run test lint types tests web kernels site web-dev docs versions golden losses schema arena bench mutants release programs clean

help run test lint types tests web kernels site web-dev docs versions golden losses schema arena bench mutants release programs clean:
	@$(or $(PYTHON),python3) tools/dev.py $@
