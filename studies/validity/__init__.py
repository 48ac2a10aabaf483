"""Do the default intervals and tests keep their level? Worlds with a known truth, asked through the public verbs."""
