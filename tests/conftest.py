"""What all tests share: the exhaustive sets are skipped unless asked for with `-m whole`."""

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests marked `whole` in a normal run; a run with its own `-m` expression selects for itself."""
    if config.getoption("markexpr"):
        return
    whole = [item for item in items if item.get_closest_marker("whole")]
    if whole:
        config.hook.pytest_deselected(items=whole)
        items[:] = [item for item in items if not item.get_closest_marker("whole")]
