"""A store with runs, for the tests of this folder."""

import sqlite3

import foldwise

IRIS = foldwise.sample("iris")


def assessed(store, model="svm", plan="kfold(3)", **more):
    return foldwise.assess(model, IRIS, plan=plan, baseline=False, measures="error", store=store, **more)


def change(path, command, *values):
    with sqlite3.connect(path) as connection:
        connection.execute(command, values)
    connection.close()


def count(path, table):
    with sqlite3.connect(path) as connection:
        ((number,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
    connection.close()
    return number
