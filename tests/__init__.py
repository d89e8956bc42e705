"""A package, so that no other one called tests, as some distributions leave behind, takes its place."""
