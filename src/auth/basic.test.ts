import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../test/support/properties.ts'
import { parseBasic, parseEncodedBasic } from './basic.ts'

const encoded = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('the Basic header', () => {
  test('contains a name without a colon and any password', () => {
    assert.deepEqual(parseBasic(encoded('key:secret')), { name: 'key', password: 'secret' })
    assert.deepEqual(parseBasic(encoded('key:a:b:')), { name: 'key', password: 'a:b:' })
    assert.deepEqual(parseBasic(encoded(':')), { name: '', password: '' })
    assert.deepEqual(parseBasic(encoded('Zoë:Passwört 🔑')), { name: 'Zoë', password: 'Passwört 🔑' })
  })

  test('has a scheme in any case, and optional spaces around the credentials', () => {
    const base64 = encoded('key:secret').slice('Basic '.length)
    for (const header of [`basic ${base64}`, `BASIC   ${base64}`, `Basic ${base64}  `]) {
      assert.deepEqual(parseBasic(header), { name: 'key', password: 'secret' })
    }
  })

  const wrong: Record<string, string> = {
    'another scheme': 'Bearer a2V5OnNlY3JldA==',
    'no credentials': 'Basic',
    'no credentials behind a space': 'Basic ',
    'no base64': 'Basic key:secret',
    'two words': 'Basic a2V5OnNl Y3JldA==',
    'padding in the middle': 'Basic a2V5=OnNlY3JldA==',
    'no colon': encoded('keysecret'),
    'octets that are not UTF-8': `Basic ${Buffer.from([0x61, 0x3a, 0xff, 0xfe]).toString('base64')}`,
    'three kilobytes': encoded(`key:${'x'.repeat(3_000)}`),
  }
  for (const [what, header] of Object.entries(wrong)) {
    test(`with ${what} has no credentials`, () => {
      assert.equal(parseBasic(header), undefined)
      assert.equal(parseEncodedBasic(header), undefined)
    })
  }

  test('spec/clients.md#requests: key and secret are sent as they are, or percent-encoded', () => {
    const [name, password] = ['a+b/c', 'd=e%f ~é']
    assert.deepEqual(
      parseEncodedBasic(encoded(`${encodeURIComponent(name)}:${encodeURIComponent(password)}`)),
      {
        name,
        password,
      },
    )
    assert.deepEqual(parseEncodedBasic(encoded(`${name}:100%`)), { name, password: '100%' })
  })

  test('returns the encoded values, and never throws', () => {
    const pair = fc.tuple(
      fc.string({ unit: 'grapheme', maxLength: 50 }).filter((name) => !name.includes(':')),
      fc.string({ unit: 'grapheme', maxLength: 50 }),
    )
    fc.assert(
      fc.property(pair, ([name, password]) => {
        assert.deepEqual(parseBasic(encoded(`${name}:${password}`)), { name, password })
        const each = `${encodeURIComponent(name)}:${encodeURIComponent(password)}`
        assert.deepEqual(parseEncodedBasic(encoded(each)), { name, password })
      }),
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String().map((text) => `Basic ${text}`),
        ),
        (header) => {
          parseEncodedBasic(header)
        },
      ),
    )
  })
})
