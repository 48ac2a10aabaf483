"""Ensembles: how often the interval of the out-of-bag error contains the error of the ensemble."""
