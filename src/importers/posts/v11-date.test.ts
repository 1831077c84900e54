import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { v11Date } from '../../formats/v1.1/date.ts'
import { parseV11Date } from './v11-date.ts'

describe('a date in the form of v1.1', () => {
  test('is parsed back to its time', () => {
    assert.equal(parseV11Date('Wed May 23 06:01:13 +0000 2007'), Date.UTC(2007, 4, 23, 6, 1, 13))
    const seconds = fc.integer({ min: 0, max: Date.UTC(2090, 0) / 1_000 })
    fc.assert(fc.property(seconds, (s) => assert.equal(parseV11Date(v11Date(s * 1_000)), s * 1_000)))
  })

  for (const text of [
    '',
    '2007-05-23T06:01:13Z',
    'Wed May 23 06:01:13 2007',
    'Wed May 23 06:01:13 +0200 2007',
    'Thu May 23 06:01:13 +0000 2007',
    'Fri Feb 30 06:01:13 +0000 2007',
    'Wed May 23 25:01:13 +0000 2007',
    'Wed May 23 06:01:13 +0000 2007 ',
    'wed may 23 06:01:13 +0000 2007',
  ]) {
    test(`is not ${JSON.stringify(text)}`, () => assert.equal(parseV11Date(text), undefined))
  }
})
