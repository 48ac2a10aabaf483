"""These tests are of the compiled passes: where ``FOLDWISE_NATIVE=0`` turns them off, there is nothing to test here."""

import os

collect_ignore_glob = ["test_*.py"] if os.environ.get("FOLDWISE_NATIVE") == "0" else []
