"""How often tests of one test set, and of systems on different rows, reject what is true."""
