"""The parts of C4.5: tests and nodes, how a tree is grown, pruned, written as text, and turned into rules."""
