"""The measures themselves, by what they are computed from; each is in the catalogue."""
