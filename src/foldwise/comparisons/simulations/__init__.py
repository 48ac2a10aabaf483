"""What the studies found of the tests: how often they call equal models different."""
