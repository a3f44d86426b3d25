"""For the whole suite: what the imports made stays, and is not looked through again and again for garbage."""

import gc


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
