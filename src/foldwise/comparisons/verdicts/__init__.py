"""From a difference with its standard error to a word: better, equivalent or undecided, and what it would take to decide."""
