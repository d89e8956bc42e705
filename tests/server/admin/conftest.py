"""The databases of the store's tests."""

from tests.server.store.conftest import postgresql, url

__all__ = ["postgresql", "url"]
