"""What all tests share: a new store is made once, and the exhaustive sets are skipped unless asked for with `-m whole`."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the tests marked `whole` in a normal run; a run with its own `-m` expression selects for itself."""
    if config.getoption("markexpr"):
        return
    whole = [item for item in items if item.get_closest_marker("whole")]
    if whole:
        config.hook.pytest_deselected(items=whole)
        items[:] = [item for item in items if not item.get_closest_marker("whole")]


@pytest.fixture(scope="session", autouse=True)
def _new_stores_are_copies(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new store is a copy of one that the program made once: hundreds of tests would wait for the same tables and views.

    Commands that run in processes of their own make theirs.
    """
    import pipeline.publishing

    new = tmp_path_factory.mktemp("new") / "new.duckdb"
    make = pipeline.publishing._make_store

    def copied(path: Path, **how: bool) -> None:
        if not new.exists():
            make(new)
        shutil.copyfile(new, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pipeline.publishing, "_make_store", copied)
        yield
