"""How often every test of two models calls equal models different, and how often it finds a difference."""
