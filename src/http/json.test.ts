import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { isJson, isJsonObject, MAX_JSON_DEPTH, parseJson } from './json.ts'

describe('JSON bodies', () => {
  test('spec/direct-messages.md#send: a recipient_id that is a number keeps every digit', () => {
    assert.deepEqual(parseJson('{"recipient_id":1072250532645998596}'), {
      recipient_id: 1072250532645998596n,
    })
    assert.deepEqual(parseJson('[9007199254740991, 9007199254740992, -9007199254740993, 1.5, 1e400]'), [
      9007199254740991,
      9007199254740992n,
      -9007199254740993n,
      1.5,
      Number.POSITIVE_INFINITY,
    ])
  })

  test('any 64-bit integer keeps its value', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), (id) => {
        const value = parseJson(String(id))
        assert.ok(typeof value === 'bigint' || typeof value === 'number')
        assert.equal(BigInt(value), id)
      }),
    )
  })

  test('all other values equal the values of JSON.parse', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        const rounded = JSON.stringify(parseJson(text), (_, value: unknown) =>
          typeof value === 'bigint' ? Number(value) : value,
        )
        assert.equal(rounded, JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  test('a body that is not JSON or is nested too deeply is a bad request', () => {
    for (const text of ['', '{', 'nope', '{"a":1,}', '[01]', '\ufeff{}', "{'a':1}", '{} {}']) {
      assert.throws(() => parseJson(text), { reason: 'bad-request' }, text)
    }
    const nested = (depth: number) => `${'['.repeat(depth)}"]["${']'.repeat(depth)}`
    assert.ok(Array.isArray(parseJson(nested(MAX_JSON_DEPTH))))
    assert.throws(() => parseJson(nested(MAX_JSON_DEPTH + 1)), { reason: 'bad-request' })
    assert.throws(() => parseJson('{"a":'.repeat(100_000)), { reason: 'bad-request' })
    assert.deepEqual(parseJson(`"${'[{'.repeat(100)}\\"["`), `${'[{'.repeat(100)}"[`)
  })

  test('a key may have any name, such as __proto__, and changes only the object that has the key', () => {
    const value = parseJson('{"__proto__":{"a":1},"b":2}')
    assert.ok(isJsonObject(value))
    assert.equal(Object.getPrototypeOf(value), Object.prototype)
    assert.deepEqual(Object.keys(value), ['__proto__', 'b'])
  })

  test('a number of a hundred thousand digits is parsed in a short time', () => {
    assert.equal(parseJson('9'.repeat(100_000)), Number.POSITIVE_INFINITY)
  })

  test('recognises the content types of JSON', () => {
    for (const type of ['application/json', 'Application/JSON; charset=utf-8', 'application/json ;a=b']) {
      assert.ok(isJson(type), type)
    }
    assert.ok(!isJson(undefined))
    for (const type of ['', 'text/json', 'application/jsonp', 'application/json-patch+json']) {
      assert.ok(!isJson(type), type)
    }
  })
})
