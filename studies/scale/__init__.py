"""An experiment of a thousand cells, some of whose models hang, crash, eat memory or raise, killed half-way and resumed."""
