"""How often `compare` calls models different that are equal and agree on most rows."""
