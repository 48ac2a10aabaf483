"""Systems that were scored on different rows: tests of two, tests of several, and the catalogue of them."""
