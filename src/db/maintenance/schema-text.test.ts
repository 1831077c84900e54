import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { differenceOf } from './schema-text.ts'

const MADE = "create table a (one integer primary key check (one = 1), kind text default 'x')"

describe('schema statements are equal', () => {
  for (const found of [
    MADE,
    MADE.toUpperCase().replace("'X'", "'x'"),
    'CREATE TABLE "a"(\n  "one" INTEGER PRIMARY KEY CHECK(one=1),\tkind TEXT DEFAULT \'x\' )',
  ]) {
    test(found, () => assert.equal(differenceOf(MADE, found), undefined))
  }
})

describe('schema statements differ, and the difference is reported', () => {
  for (const [found, where] of [
    [MADE.replace('= 1', '= 3'), '3 ) , kind text default'],
    [MADE.replace('= 1', '> 1'), '> 1 ) , kind text'],
    [MADE.replace("'x'", "'X'"), "'X' )"],
    [MADE.replace('check', 'chekc'), 'chekc ( one = 1 )'],
    [MADE.slice(0, -1), ''],
    [`${MADE} strict`, 'strict'],
    ['', ''],
  ] as const) {
    test(JSON.stringify(found), () => assert.equal(differenceOf(MADE, found), where))
  }
})
