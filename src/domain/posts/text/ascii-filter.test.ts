import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runsOf } from '../../../../test/support/part.ts'
import * as fc from '../../../../test/support/properties.ts'
import { asciiFilter } from './ascii-filter.ts'

/** As names are found in texts (annotate.ts). */
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_]*/gu

const LETTER = fc.constantFrom(...'abAB1_')
const WORDS = fc
  .array(fc.string({ unit: LETTER, minLength: 1, maxLength: 4 }), { maxLength: 5 })
  .map((words) =>
    [...new Set(words.map((word) => word.toLowerCase()))].filter((word) => !word.startsWith('_')),
  )

test('whether a text of ASCII has one of the words is told exactly', () => {
  let without = 0
  const text = fc.string({ unit: fc.oneof(LETTER, fc.constantFrom(...'  .-é')), maxLength: 30 })
  fc.assert(
    fc.property(WORDS, text, (words, given) => {
      const mayHave = asciiFilter(words)
      const has = (given.match(WORD) ?? []).some((word) => words.includes(word.toLowerCase()))
      if (!mayHave(given)) without += 1
      assert.equal(mayHave(given), has || given.includes('é'), given)
    }),
    { numRuns: 5_000 },
  )
  assert.ok(without > runsOf(500), `${without} were seen to have none`)
})

test('one of many words is found in any case, and no other', () => {
  const mayHave = asciiFilter(Array.from({ length: 3_000 }, (_, index) => `name${index}`))
  assert.ok(mayHave('it is NAME7'))
  assert.ok(!mayHave('it is name, name_7 and name3000'))
})
