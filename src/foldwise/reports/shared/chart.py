"""What all charts have in common: their size, their colour, and the library that draws them."""

WIDTH, STEP, CELLS = 420, 28, 40
ACCENT = "#2f80d0"
