import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { pathOf, queryOf, readForm } from './form.ts'

describe('parameters have the values that the client sent', () => {
  test('names and values equal those that a browser reads', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 8 }).filter((each) => each.isWellFormed())
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text)), (pairs) => {
        const query = new URLSearchParams(pairs).toString()
        const sent = readForm(query, undefined)
        const expected = new Map<string, string[]>()
        for (const [name, value] of pairs) expected.set(name, [...(expected.get(name) ?? []), value])
        // In both implementations, "=" alone is a pair of two empty texts.
        assert.deepEqual(sent, expected)
      }),
    )
  })

  test('the values of the path come first, then those of the query, then those of the form', () => {
    const sent = readForm('id=2&a=1', 'id=3&a=2&b=1', { id: '1' })
    assert.deepEqual(Object.fromEntries(sent), { id: ['1', '2', '3'], a: ['1', '2'], b: ['1'] })
  })

  test('a piece without "=" has an empty value, empty pieces are ignored, and a plus is a space', () => {
    const sent = readForm('a&&b=&c=x+y&=z', undefined)
    assert.deepEqual(Object.fromEntries(sent), { a: [''], b: [''], c: ['x y'], '': ['z'] })
  })

  test('names of object properties in JavaScript are ordinary names', () => {
    const sent = readForm('__proto__=1&constructor=2', undefined)
    assert.deepEqual([...sent.keys()], ['__proto__', 'constructor'])
    assert.equal(readForm('', undefined).get('constructor'), undefined)
  })

  test('invalid escapes and bytes that are not UTF-8 are refused', () => {
    for (const text of ['a=%', 'a=%zz', 'a=%ff', '%c3=1', 'a=%ed%a0%80']) {
      assert.throws(() => readForm(text, undefined), { name: 'MalformedEncoding' }, text)
      assert.throws(() => readForm('', text), { name: 'MalformedEncoding' }, text)
    }
  })

  test('the query begins after the first question mark of a target', () => {
    assert.deepEqual([pathOf('/a?b?c'), queryOf('/a?b?c')], ['/a', 'b?c'])
    assert.deepEqual([pathOf('/a'), queryOf('/a')], ['/a', ''])
    assert.deepEqual([pathOf('/a?'), queryOf('/a?')], ['/a', ''])
  })
})
