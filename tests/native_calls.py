"""A valid call of every compiled function, small enough to be made thousands of times."""

import numpy as np

N, P, C, R = 24, 3, 2, 5
"""Rows, columns, classes and resamples."""


def whole(rng, high, shape, dtype="int64"):
    return rng.integers(0, high, shape).astype(dtype)


def parts(rng, repeats=2, k=3, dtype="uint8"):
    return np.stack([rng.permutation(np.arange(N) % k) for _ in range(repeats)]).astype(dtype)


def edges(sizes):
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)


def calls(seed=0):
    """Name of each function, and the keywords of a valid call of it."""
    rng = np.random.default_rng(seed)
    return {
        **counting(rng),
        **scanning(rng),
        **sets(rng),
        **tallies(rng),
        **squares(rng),
        **gaussian(rng),
        **neighbours(rng),
        **trees(rng, plain=seed == 0),
        **quinlan(rng),
    }


def counting(rng):
    ups, downs = 7, 9
    orders = {
        "negative": np.stack([rng.permutation(downs) for _ in range(2)]).astype(np.uint32),
        "positive": np.stack([rng.permutation(ups) for _ in range(2)]).astype(np.uint32),
    }
    places = whole(rng, downs + 1, (2, 2, ups), "uint32")
    return {
        "bootstrap_wins": {
            **orders,
            "below": places[0],
            "through": places[1],
            "seed": 1,
            "threads": 1,
            "wins": np.empty((R, 2), dtype=np.int64),
        },
        "draw_counts": {"seed": 1, "first": 0, "stratum": 0, "threads": 1, "counts": np.empty((R, N), dtype=np.uint8)},
        "draw_seeded": {
            "seeds": whole(rng, 9, R, "uint64"),
            "attempt": 0,
            "stratum": 0,
            "threads": 1,
            "counts": np.empty((R, N), dtype=np.uint8),
        },
        "count_pairs": {
            "row": whole(rng, 3, N),
            "column": whole(rng, 4, N) - 1,
            "table": np.zeros((3, 4), dtype=np.int64),
        },
        "count_labels": {
            "truth": whole(rng, 3, N, "int16"),
            "predicted": whole(rng, 3, N, "int16"),
            "low": 0,
            "threads": 2,
            "table": np.zeros((3, 3), dtype=np.int64),
        },
        "exact_limbs": {"values": rng.normal(size=N), "limbs": np.zeros((2048, 2), dtype=np.uint64)},
    }


def scanning(rng):
    return {
        "near_codes": {
            "values": rng.integers(3, 9, N).astype(float),
            "codes": np.empty(N, dtype=np.int64),
            "there": np.zeros(10, dtype=bool),
        },
        "hash_words": {"bytes": whole(rng, 256, 83, "uint8"), "threads": 1, "sums": np.zeros(2, dtype=np.uint64)},
        "largest_size": {"values": rng.normal(size=N), "threads": 1},
        "count_levels": {"table": rng.normal(size=(N, P)), "most": 5, "levels": np.empty(P, dtype=np.int64)},
        "first_look": {
            "table": rng.normal(size=(N, P)),
            "levels": np.full(P, 20),
            "codes": whole(rng, C, N),
            "classes": C,
            "values": np.empty(0),
            "tight": np.array([10.0, P, *[4.0, 2.0, 1.0, 0.1, 2.0], *[8.0, 2.0, 1.0, 0.1, 2.0] * 3]),
            "stretches": 2,
            "stretch": 10,
            "gap": 12,
            "strong": 0.5,
            "sure": 0.0,
            "spaced": 8,
            "apart": 3,
            "differ": 10.0,
            "span": 1.1,
            "many": 5,
            "few": 4.0,
            "few_hidden": 4.0,
            "every": 2,
            "rich": 12.0,
            "columns": 3,
            "window": 6,
            "neighbours": 3,
            "jump": 0.04,
            "least": 0.4,
            "first": 2,
            "strongest": 40.0,
            "all_rows": False,
            "groups": 3,
            "agreed": 0.9,
            "repeated": 0.5,
        },
    }


def sets(rng):
    mask = rng.random((R, N)) < 0.3
    marked = edges(mask.sum(axis=1))
    return {
        "draws_of_classes": {
            "counts": whole(rng, 4, (R, N), "uint8"),
            "codes": whole(rng, C, N),
            "threads": 1,
            "sums": np.empty((R, C)),
        },
        "count_marked": {"mask": mask, "threads": 1, "sizes": np.empty(R, dtype=np.int64)},
        "marked_rows": {
            "mask": mask,
            "starts": marked,
            "first": 2,
            "threads": 1,
            "numbers": np.empty(marked[-1], dtype=np.int32),
            "rows": np.empty(marked[-1], dtype=np.int32),
        },
        "assign_parts": {
            "order": rng.permutation(N).astype(np.uint32),
            "edges": np.array([0, 10, N]),
            "k": 3,
            "afresh": True,
            "seed": 4,
            "threads": 1,
            "parts": np.empty((2, N), dtype=np.uint8),
        },
        "deal_strata": {
            "words": rng.integers(0, 1 << 32, 624, dtype=np.uint32),
            "position": np.array([600]),
            "rows": rng.permutation(N).astype(np.int64),
            "numbers": np.arange(N) % 3,
            "edges": np.array([0, 10, N]),
            "parts": np.empty((2, N), dtype=np.int64),
        },
        "part_sizes": {"parts": parts(rng), "threads": 1, "sizes": np.empty((2, 3))},
        "rows_by_part": {
            "parts": parts(rng),
            "k": 3,
            "threads": 1,
            "numbers": np.empty(2 * N, dtype=np.int32),
            "rows": np.empty(2 * N, dtype=np.int32),
            "starts": np.empty(7, dtype=np.int64),
        },
        "find_edges": {"resample": np.repeat(np.arange(R), 4), "edges": np.empty(R + 1, dtype=np.int64)},
    }


def tallies(rng):
    size, starts = 3 * R, edges(np.full(R, 3))
    probabilities = rng.dirichlet(np.ones(C), size)
    ranked = {
        "scores": rng.normal(size=N),
        "positive": rng.random(N) < 0.5,
        "starts": np.array([0, 9, 9, N]),
        "threads": 1,
    }
    return {
        "tally": {
            "truth": whole(rng, C, N, "int8"),
            "output": whole(rng, C + 1, size, "int8") - np.int8(1),
            "row": whole(rng, N, size, "int32"),
            "edges": starts,
            "scores": probabilities,
            "positive": 1,
            "clip": 1e-6,
            "threads": 1,
            "tables": np.empty((R, C, C + 1), dtype=np.int64),
            "mix": np.empty((R, C), dtype=np.int64),
            "sums": np.empty((2, R, C)),
            "pairs": np.empty((2, R)),
            "by_row": np.zeros((4, N)),
        },
        "area_wins": {**ranked, "wins": np.empty(3)},
        "placements": {**ranked, "places": np.empty(N)},
        "placed_sums": {
            "scores": rng.normal(size=N),
            "side": rng.random(9) < 0.5,
            "row": whole(rng, 9, N),
            "starts": np.array([0, 9, N]),
            "threads": 1,
            "sums": np.empty(9),
        },
        "mistakes": {
            "scores": rng.dirichlet(np.ones(C), R),
            "resample": whole(rng, R, N, "int32"),
            "step": 1,
            "clip": 1e-9,
        },
        "odds_ranks": {
            "scores": rng.dirichlet(np.ones(C), size),
            "truth": whole(rng, C, N),
            "row": whole(rng, N, size, "int32"),
            "clip": 1e-9,
            "limit": 1e8,
            "median": 0.5,
            "quartile": 0.25,
        },
        "second_ranks": {"scores": rng.dirichlet(np.ones(C), size), "clip": 1e-9, "quartile": 0.25},
        "mistake_sums": {
            "mistakes": whole(rng, 3, N).astype(np.float64),
            "times": np.full(N, 2.0),
            "codes": whole(rng, 2, N),
            "tables": whole(rng, 9, R * 6).reshape(R, 2, 3),
            "slopes": rng.normal(size=(2, 3)),
            "sums": np.empty(N),
            "by_resample": np.empty(R),
        },
        "centred_places": {
            "places": rng.random(N),
            "times": np.full(N, 2.0),
            "codes": whole(rng, 2, N),
            "first": 3.0,
            "second": 4.0,
            "sums": np.empty(N),
        },
        "class_powers": {"psi": rng.normal(size=N), "truth": whole(rng, C, N), "powers": np.empty((4, C))},
        "class_variance": {"powers": 1 + rng.random((4, C)), "least": 0.5, "tails": True},
        "row_moments": {
            "sums": rng.normal(size=N),
            "times": np.full(N, 2.0),
            "truth": whole(rng, C, N),
            "classes": C,
            "least_df": 0.5,
            "means": np.empty(N),
        },
        "row_and_fit_moments": {
            "sums": rng.normal(size=N),
            "times": np.full(N, 2.0),
            "truth": whole(rng, C, N),
            "classes": C,
            "least_df": 0.5,
            "by_resample": rng.normal(size=R),
            "row": whole(rng, N, size, "int32"),
            "edges": starts,
            "threads": 1,
            "means": np.empty(N),
        },
        "fit_spread": {
            "by_resample": rng.normal(size=R),
            "centres": rng.normal(size=N),
            "row": whole(rng, N, size, "int32"),
            "edges": starts,
            "threads": 1,
        },
        "pool": {
            "sums": rng.random(R),
            "weights": rng.random(R),
            "repeat": np.array([0, 0, 1, 1, 1]),
            "scores": np.empty(R),
        },
        "mean_recalls": {
            "tables": whole(rng, 5, (R, C, C + 1)),
            "repeat": np.array([0, 0, 1, 1, 1]),
            "values": np.empty(R),
        },
        "weigh_counts": {
            "counts": whole(rng, 4, (R, N), "uint8"),
            "weights": rng.normal(size=R),
            "used": np.ones(R, dtype=bool),
            "products": np.zeros(N),
            "zeros": np.zeros(N),
        },
    }


def design(rng):
    return {
        "X": rng.normal(size=(N, P)),
        "Y": rng.normal(size=(N, 1)),
        "centre": np.zeros(P),
        "scale": np.ones(P),
        "offset": np.zeros(1),
        "intercept": True,
    }


def squares(rng):
    terms, width, starts, groups = P + 1, 8, edges(np.full(R, 4)), 3
    rows = np.zeros((N, width))
    rows[:, : terms + 1] = rng.normal(size=(N, terms + 1))
    rows[:, 0] = 1
    shared = {
        "penalties": np.ones(terms),
        "signs": rng.choice([-1.0, 1.0], (terms, 2)),
        "intercept": True,
        "unit": 1.0,
        "threads": 1,
        "coefficients": np.empty((R, 1, width)),
        "sizes": np.empty(R),
    }
    penalised = {
        "table": rows,
        "second": (rng.random(N) < 0.5).astype(float),
        "weights": np.ones(N),
        "counts": whole(rng, 3, (R, N), "uint8"),
        "factors": np.ones((R, 2)),
        "penalties": np.ones((R, terms)),
        "rules": np.array([1e-12, 1e-6, 3.0, 0.5, 40, 2]),
        "threads": 1,
    }
    held = rows[:4].T @ rows[:4]
    matrices = np.eye(P) + np.ones((R, P, P))
    fits = 2 * groups
    return {
        "design_rows": {**design(rng), "rows": np.empty((N, width))},
        "part_matrices": {
            **design(rng),
            "weights": np.zeros(0),
            "keys": parts(rng),
            "groups": groups,
            "threads": 1,
            "sums": np.empty((fits, width, width)),
        },
        "part_values": {
            **design(rng),
            "keys": parts(rng),
            "groups": groups,
            "starts": edges(np.full(fits, N // groups)),
            "coefficients": rng.normal(size=(fits, 1, width)),
            "threads": 1,
            "values": np.empty((2 * N, 1)),
        },
        "other_parts": {
            "table": rng.normal(size=(N, P)),
            "keys": parts(rng),
            "groups": groups,
            "threads": 1,
            "sums": np.empty((fits, 2 * P + 1)),
        },
        "ridge_without": {
            **shared,
            "rows": rows,
            "weights": np.ones(N),
            "tested": whole(rng, N, 4 * R, "int32"),
            "edges": starts,
            "share": 1e-4,
        },
        "ridge_counted": {**shared, "rows": rows, "weights": np.zeros(0), "counts": whole(rng, 3, (R, N), "uint8")},
        "ridge_summed": {**shared, "held_out": np.stack([held] * R), "whole": rows.T @ rows, "share": 1e-4},
        "fit_values": {
            "rows": rows,
            "tested": whole(rng, N, 4 * R),
            "starts": starts,
            "coefficients": rng.normal(size=(R, 1, width)),
            "offset": np.zeros(1),
            "threads": 1,
            "values": np.empty((4 * R, 1)),
        },
        "logistic_fits": {
            **penalised,
            "start": np.zeros(terms),
            "coefficients": np.empty((R, width)),
            "reached": np.empty(R, dtype=np.uint8),
        },
        "logistic_paths": {
            **penalised,
            "strengths": np.array([10.0, 1.0, 0.1]),
            "coefficients": np.empty((R, 3, width)),
            "reached": np.empty((R, 3), dtype=np.uint8),
        },
        "squares_about": {"X": rng.normal(size=(N, P)), "centre": np.zeros(P), "sums": np.empty(P)},
        "tested_classes": {
            "tested": whole(rng, N, 4 * R, "int32"),
            "edges": starts,
            "codes": whole(rng, C, N, "int32"),
            "counts": np.empty((R, C), dtype=np.int64),
        },
        "invert_factors": {"matrices": matrices, "factors": np.empty((R, P, P)), "least": np.empty(R)},
        "solve_definite": {
            "matrices": matrices,
            "solutions": rng.normal(size=(R, P, 2)),
            "sound": np.empty(R, dtype=np.uint8),
        },
    }


def gaussian(rng):
    starts, width, wide = edges(np.full(R, 4)), 8, 8
    classes = {"codes": (np.arange(N) % C).astype(np.uint16), "centres": np.zeros((C, P))}
    asked = {
        "rows": whole(rng, N, 4 * R, "int32"),
        "starts": starts,
        "labels": np.empty(4 * R, dtype=np.int8),
        "probabilities": np.empty((4 * R, C)),
        "sure": np.empty(R, dtype=bool),
        "threads": 1,
        "priors": np.zeros(0),
    }
    table = np.zeros((N, width))
    table[:, :P] = rng.normal(size=(N, P))
    square, counts = np.eye(width) * N, np.full(C, N / C)
    about = {
        "rows": whole(rng, N, 4 * R),
        "starts": starts,
        "table": rng.normal(size=(N, P)),
        "scores": np.empty((4 * R, C)),
    }
    return {
        "describe_classes": {
            "X": rng.normal(size=(N, P)),
            "codes": classes["codes"],
            "threads": 1,
            "counts": np.empty(C),
            "centres": np.empty((C, P)),
            "largest": np.empty(P),
        },
        "count_moments": {
            **classes,
            "X": rng.normal(size=(N, P)),
            "counts": whole(rng, 3, (R, N), "uint8"),
            "threads": 1,
            "sums": np.empty((R, C, wide)),
        },
        "part_moments": {
            **classes,
            "X": rng.normal(size=(N, P)),
            "parts": parts(rng),
            "k": 3,
            "threads": 1,
            "audited": np.array([0, 5]),
            "tolerance": 1e-9,
            "sums": np.empty((6, C, wide)),
            "total": np.empty((C, wide)),
        },
        "normal_predictions": {
            **asked,
            "X": rng.normal(size=(N, P)),
            "sums": np.abs(rng.normal(size=(R, C, wide))),
            "total": np.full((C, wide), 40.0),
            "centres": np.zeros((C, P)),
            "centre": np.zeros(P),
            "variance_floor": np.zeros(P),
            "smoothing": 1e-9,
            "rounding": 1e-16,
            "accurate": 1e-9,
        },
        "whiten_rows": {
            **classes,
            "X": rng.normal(size=(N, P)),
            "counts": counts,
            "variance_floor": np.zeros(P),
            "shrinkage": 0.0,
            "least": 1e-9,
            "tables": np.empty((C, N, width)),
            "sums": np.empty((C, width)),
            "totals": np.empty((C, width, width)),
            "transforms": np.empty((C, width, width)),
            "identities": np.empty((C, width, width)),
            "bounds": np.empty((C, 2)),
            "volumes": np.empty(C),
        },
        "transform_points": {
            "X": rng.normal(size=(N, P)),
            "middle": np.zeros(P),
            "transform": square,
            "points": np.empty((N, width)),
        },
        "lda_predictions": {
            **asked,
            "table": table,
            "points": table,
            "codes": classes["codes"],
            "counts": counts,
            "sums": np.zeros((C, width)),
            "total": square,
            "centres": np.ones((C, width)),
            "q": P,
            "weakest": 1e-9,
            "smallest": 1.0,
            "keeps": 1e-9,
            "between": np.empty((R, C, C)),
        },
        "qda_predictions": {
            **asked,
            "tables": np.stack([table] * C),
            "codes": classes["codes"],
            "counts": counts,
            "sums": np.zeros((C, width)),
            "totals": np.stack([square] * C),
            "identities": np.stack([np.eye(width)] * C),
            "volumes": np.zeros(C),
            "smallest": np.ones(C),
            "q": P,
            "weakest": 1e-9,
            "shrinkage": 0.1,
            "keeps": 1e-9,
        },
        "group_sums": {
            "table": rng.normal(size=(N, P)),
            "keys": parts(rng, dtype="uint16"),
            "groups": 3,
            "threads": 1,
            "sums": np.zeros((6, P)),
        },
        "linear_scores": {
            **about,
            "coefficients": rng.normal(size=(R, C, P)),
            "offsets": rng.normal(size=(R, C)),
            "threads": 1,
        },
        "normal_scores": {
            **about,
            "means": rng.normal(size=(R, C, P)),
            "precisions": rng.random((R, C, P)),
            "offsets": rng.normal(size=(R, C)),
            "threads": 1,
        },
        "quadratic_scores": {
            **about,
            "means": rng.normal(size=(R, P)),
            "factors": rng.normal(size=(R, P, P)),
            "offsets": rng.normal(size=R),
            "column": 1,
        },
    }


def neighbours(rng):
    X, k, tests = rng.normal(size=(N, P)), 6, 10
    numbers = np.argsort(np.linalg.norm(X[:, None] - X, axis=2), axis=1)[:, :k].astype(np.int32)
    distances = np.take_along_axis(np.linalg.norm(X[:, None] - X, axis=2), numbers.astype(int), axis=1)
    votes = {
        "numbers": numbers,
        "distances": distances,
        "place": whole(rng, N, tests),
        "resample": whole(rng, R, tests, "int32"),
        "ks": np.array([2]),
        "codes": (np.arange(N) % C).astype(np.int32),
        "values": np.zeros(0),
        "weighted": False,
        "same": 1e-9,
        "negligible": 0.0,
        "votes": np.zeros((1, tests, C)),
        "state": np.zeros(tests, dtype=np.uint8),
    }
    left_out = np.column_stack([whole(rng, 2, R), whole(rng, 3, R), np.full(R, -1)])
    return {
        "nearest_rows": {
            "X": X,
            "manhattan": False,
            "threads": 1,
            "distances": np.empty((N, k)),
            "numbers": np.empty((N, k), dtype=np.int32),
        },
        "push_nearest": {
            "products": rng.normal(size=(tests, N)),
            "norms": rng.random(N),
            "factor": -2.0,
            "first": 0,
            "smallest": np.full((tests, k), np.inf),
            "numbers": np.zeros((tests, k), dtype=np.int32),
        },
        "measure_nearest": {
            "X": X,
            "rows": np.arange(N),
            "manhattan": True,
            "distances": np.empty((N, k)),
            "numbers": numbers.copy(),
        },
        "vote_parts": {**votes, "parts": parts(rng, dtype="int32"), "left_out": left_out},
        "vote_counts": {**votes, "counts": whole(rng, 3, (R, N), "uint16")},
    }


def sorted_columns(table, codes):
    keys, close = np.empty(table.T.shape, dtype=np.uint64), np.zeros(table.shape[1], dtype=bool)
    for f, column in enumerate(table.T):
        order = np.argsort(column, kind="stable")
        values = column[order]
        first = np.searchsorted(values, values).astype(np.uint64)
        keys[f] = first << np.uint64(32) | order.astype(np.uint64) << np.uint64(8) | codes[order].astype(np.uint64)
        close[f] = np.any((values[1:] > values[:-1]) & (values[1:] <= values[:-1] + np.float32(1e-7)))
    return keys, close


def tree_table(rng, *, plain):
    """Numbers that take the kernels of trees every way: few values or many, two of them, values that are missing, ties."""
    kind = "few" if plain else rng.choice(["few", "many", "pairs", "missing", "single"])
    n = {"many": 80, "pairs": 70, "single": 1}.get(kind, N)
    table = rng.normal(size=(n, 11 if kind == "pairs" else P))
    if kind in ("few", "missing"):
        table = np.round(table, 1)
    if kind == "pairs":
        table[:, :9] = table[:, :9] > 0.5
    if kind == "missing":
        table[rng.random(table.shape) < 0.2] = np.nan
    if kind == "many":
        table[1::2, 0] = table[::2, 0] + 5e-8
    return table.astype(np.float32)


def trees(rng, *, plain):
    table = tree_table(rng, plain=plain)
    n, p = table.shape
    classes = C if plain else int(rng.choice([2, 3, 17]))
    codes = whole(rng, classes, n, "int32")
    keys, close = sorted_columns(table, codes)
    labels, numbers = codes % 2, rng.poisson(2.0, n).astype(np.float64)
    two, none = sorted_columns(table, labels)[0], sorted_columns(table, np.zeros(n, dtype=np.int32))[0]
    grown = {
        "table": table,
        "keys": keys,
        "close": close,
        "codes": codes,
        "criterion": int(rng.integers(2)),
        "copies": whole(rng, 3, (R, n), "int32"),
        "targets": np.zeros(0),
        "weights": rng.gamma(1.0, size=(R, n)),
        "least": np.tile([2, 1], (R, 1)),
        "seeds": whole(rng, 1000, (R, 2), "uint32"),
        "depth": np.array([9]),
        "features": int(rng.integers(1, p + 1)),
        "leaves": int(rng.integers(2)) * 4,
        "weight_fraction": 0.0,
        "decrease": np.zeros(1),
        "alpha": np.array([0.01]),
        "random": bool(rng.integers(2)),
        "rows": np.tile(np.arange(4) % n, R),
        "starts": edges(np.full(R, 4)),
        "threads": 1,
    }
    if not plain and rng.random() < 0.5:  # rows of weight 1, all columns tried: lists that are divided
        grown |= {"copies": whole(rng, 2, (R, n), "int32"), "weights": np.zeros((0, 0)), "features": p, "random": False}
    shares, either = classes, {**grown, "targets": numbers}
    if not plain and rng.random() < 0.5:
        shares, criterion = 1, int(rng.integers(2, 5))
        either |= {"keys": none, "codes": np.zeros(0, dtype=np.int32), "criterion": criterion}
    return {
        "boost_trees": {
            **grown,
            "rate": 0.5,
            "marks": np.array([1, 2]),
            "votes": np.empty((2, 4 * R, classes)),
            "done": np.empty(R, dtype=bool),
        },
        "grow_trees": {
            **either,
            "drawn": whole(rng, 2, R) * n,
            "drawn_columns": int(rng.integers(p + 1)),
            "bagging": bool(rng.integers(2)),
            "replace": either["weights"].size > 0 or bool(rng.integers(2)),
            "replace_columns": bool(rng.integers(2)),
            "balanced": shares > 1 and bool(rng.integers(2)),
            "hard": shares > 1 and bool(rng.integers(2)),
            "marks": np.array([2, 1]),
            "scores": np.empty((2, 4 * R, shares)),
            "votes": np.empty(4 * R * int(rng.integers(2)), dtype=np.int64),
        },
        "grow_paths": {
            **either,
            "least": np.tile([2, 1, 6, 3], (R, 1)),
            "depth": np.array([9, 2]),
            "decrease": np.zeros(2),
            "alpha": np.array([0.0, 0.01]),
            "scores": np.empty((2, 4 * R, shares)),
        },
        "grow_nodes": {
            **{name: value for name, value in either.items() if name not in ("copies", "alpha", "rows", "starts")},
            "depth": 9,
            "decrease": 0.0,
            "weights": whole(rng, 3, (R, n)) + 1.0,
            "least": np.array([2, 1]),
            "seeds": whole(rng, 1000, R, "uint32"),
            "links": np.empty((R, 2 * n, 5), dtype=np.int32),
            "numbers": np.empty((R, 2 * n, 3)),
            "shares": np.empty((R, 2 * n, shares)),
            "sizes": np.empty((R, 2), dtype=np.int64),
        },
        "boost_values": {
            **grown,
            "keys": none,
            "targets": rng.normal(size=n),
            "criterion": 2,
            "penalty": int(rng.integers(3)),
            "rounds": 3,
            "rate": 0.5,
            "medians": np.empty(4 * R),
            "done": np.empty(R, dtype=bool),
        },
        "boost_votes": {
            **grown,
            "weights": np.zeros((0, 0)),
            "rounds": 3,
            "restarts": 1,
            "resampling": bool(rng.integers(2)),
            "classes": classes,
            "said": np.empty((4 * R, 3), dtype=np.uint8),
            "errors": np.empty((R, 3)),
            "kept": np.empty(R, dtype=np.int64),
        },
        "boost_gradients": {
            **grown,
            "keys": none,
            "targets": labels.astype(np.float64),
            "criterion": 2,
            "loss": 1,
            "starting": rng.normal(size=(R, 1)),
            "stages": np.array([1, 3]),
            "rate": 0.5,
            "subsample": float(rng.choice([0.6, 1.0])),
            "decisions": np.empty((2, 4 * R, 1)),
            "done": np.empty(R, dtype=bool),
        },
        "boost_stumps": {
            "keys": two,
            "values": np.ascontiguousarray(table.T),
            "codes": labels,
            "weights": rng.gamma(1.0, size=(R, n)),
            "seeds": whole(rng, 99, R, "uint32"),
            "rounds": 4,
            "rate": 1.0,
            "marks": np.array([4, 2]),
            "rows": np.tile(np.arange(4) % n, R),
            "starts": edges(np.full(R, 4)),
            "threads": 1,
            "decisions": np.empty((2, 4 * R)),
            "done": np.empty(R, dtype=bool),
        },
        "leave_one_out": {
            **{name: grown[name] for name in ("table", "keys", "close", "codes", "criterion", "weight_fraction")},
            "depth": 9,
            "split": int(rng.integers(2, 5)),
            "leaf": int(rng.integers(1, 3)),
            "decrease": 0.0,
            "seed": 1,
            "rows": np.arange(n),
            "threads": 2,
            "scores": np.empty((n, classes)),
        },
        "sort_columns": {
            "table": table,
            "codes": codes,
            "threads": 1,
            "keys": np.empty((p, n), dtype=np.uint64),
            "close": np.zeros(p, dtype=bool),
        },
    }


def quinlan(rng):
    cells = whole(rng, 6, (P, N), "int32") - np.int32(1)
    return {
        "grow_c45": {
            "cells": cells,
            "levels": np.array([-1, 5, -1], dtype=np.int32),
            "distinct": np.tile(np.arange(5.0), 2),
            "places": np.array([0, 5, 5, 10]),
            "codes": whole(rng, C, N, "int32"),
            "weights": whole(rng, 3, (R, N)) * rng.choice([1.0, 0.7]),
            "there": np.ones((R, C), dtype=bool),
            "least": 1.0,
            "confidence": 0.25,
            "pruned": bool(rng.integers(2)),
            "raising": True,
            "smoothing": 0.5,
            "rows": np.tile(np.arange(4), R),
            "starts": edges(np.full(R, 4)),
            "threads": 1,
            "scores": np.empty((4 * R, C)),
            "done": np.empty(R, dtype=bool),
        }
    }
