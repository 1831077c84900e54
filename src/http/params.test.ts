import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { readForm } from './form.ts'
import {
  BadParameter,
  boolean,
  count,
  cursor,
  optionalId,
  optionalText,
  type Param,
  parseParams,
} from './params.ts'

const LARGEST = 2n ** 63n - 1n

function parse<T>(param: { parse(text: string | undefined, name: string): T }, text: string | undefined): T {
  return param.parse(text, 'name')
}

function isRefused(param: { parse(text: string | undefined, name: string): unknown }, text: string): boolean {
  try {
    param.parse(text, 'name')
    return false
  } catch (error) {
    assert.ok(error instanceof BadParameter)
    assert.deepEqual([error.parameter, error.value], ['name', text])
    return true
  }
}

describe('parameters', () => {
  const id = optionalId('An id.')

  test('an id becomes a bigint of 64 bits and keeps every digit', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: LARGEST }), (value) => {
        assert.equal(parse(id, String(value)), value)
      }),
    )
    assert.equal(parse(id, undefined), undefined)
    assert.equal(parse(id, '+5'), 5n)
    assert.equal(parse(id, '007'), 7n)
  })

  test('a text of any length that is not an id of 64 bits is refused', () => {
    for (const text of [
      '-1',
      '1a',
      ' 1',
      '1 ',
      '',
      '0x1',
      '1e3',
      '١',
      '++1',
      '+',
      '9'.repeat(20),
      '9'.repeat(1e6),
    ]) {
      assert.ok(isRefused(id, text), text.slice(0, 30))
    }
    assert.ok(isRefused(id, String(LARGEST + 1n)))
  })

  test('a cursor is any signed integer of 64 bits; the default is -1', () => {
    const param = cursor()
    fc.assert(
      fc.property(fc.bigInt({ min: -LARGEST - 1n, max: LARGEST }), (value) => {
        assert.equal(parse(param, String(value)), value)
      }),
    )
    assert.equal(parse(param, undefined), -1n)
    for (const text of [String(LARGEST + 1n), String(-LARGEST - 2n), 'next', '-', '1.0', '--1']) {
      assert.ok(isRefused(param, text), text)
    }
  })

  test('spec/followers.md#booleans: true, t and 1 in upper or lower case are true, and all other values are false', () => {
    const param = boolean({ default: false, description: 'A switch.' })
    for (const text of ['true', 'TRUE', 't', 'T', '1']) assert.equal(parse(param, text), true, text)
    for (const text of ['false', 'f', '0', 'yes', '2', 'truee', ' true'])
      assert.equal(parse(param, text), false)
    assert.equal(parse(boolean({ default: true, description: 'A switch.' }), undefined), true)
  })

  test('spec/followers.md#count: a count above the maximum becomes the maximum; 0, negative and invalid values become the default', () => {
    const param = count({ default: 20, max: 200 })
    for (const [text, expected] of [
      [undefined, 20],
      ['1', 1],
      ['200', 200],
      ['201', 200],
      ['999999999999999', 200],
      ['9999999999999999999999', 20],
      ['0', 20],
      ['-5', 20],
      ['1.5', 20],
      ['many', 20],
    ] as const) {
      assert.equal(parse(param, text), expected, String(text))
    }
  })

  test('the first value of a repeated name counts; depending on the parameter, an empty value counts as missing or is refused', () => {
    const spec = { id, text: optionalText('Anything.') }
    assert.deepEqual(parseParams(spec, readForm('id=1&id=2&text=', 'text=a')), { id: 1n, text: undefined })
    assert.deepEqual(parseParams(spec, readForm('', undefined)), { id: undefined, text: undefined })
    const strict = { text: { ...optionalText('Something.'), refusesEmpty: true } } as const
    assert.throws(() => parseParams(strict, readForm('text=', undefined)), BadParameter)
    assert.deepEqual(parseParams(strict, readForm('', undefined)), { text: undefined })
  })

  test('a request without a required parameter is refused, and the error names the first invalid parameter', () => {
    const required: Param<string> = {
      ...optionalText('Something.'),
      parse(text, name) {
        if (text === undefined) throw new BadParameter(name, '')
        return text
      },
    }
    const spec = { some: cursor(), text: required, id }
    assert.deepEqual(parseParams(spec, readForm('text=a', undefined)), {
      some: -1n,
      text: 'a',
      id: undefined,
    })
    for (const form of ['', 'text=', 'id=x', 'id=x&some=1']) {
      assert.throws(() => parseParams(spec, readForm(form, undefined)), { parameter: 'text' }, form)
    }
    assert.throws(() => parseParams(spec, readForm('text=a&id=x', undefined)), { parameter: 'id' })
    // The values of one request must not appear in the next request.
    assert.deepEqual(parseParams(spec, readForm('text=b&id=7', undefined)), { some: -1n, text: 'b', id: 7n })
    assert.deepEqual(parseParams(spec, readForm('text=c', undefined)), {
      some: -1n,
      text: 'c',
      id: undefined,
    })
  })
})
