import pytest


@pytest.fixture(scope="session")
def aviary_arguments():
    # The documented limits, so that a test can reach them.
    return ("--proxy-port", "0", "--limits", "documented")
