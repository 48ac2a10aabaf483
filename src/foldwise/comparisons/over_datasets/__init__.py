"""Models on several datasets: ranks, tests over datasets, and what to expect of a new one."""
