"""`Ripper` beside JRip of Weka."""
