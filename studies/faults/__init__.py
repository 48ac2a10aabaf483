"""What becomes of a run whose processes are killed or stopped, and whether its bits depend on anything but the seed."""
