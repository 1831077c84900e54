import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { baseStringByTheRfc } from '../../../test/support/oauth/oauth-reference.ts'
import * as fc from '../../../test/support/properties.ts'
import {
  baseStringBound,
  canonicalAuthority,
  isFormType,
  splitTarget,
  writeBaseString,
} from './base-string.ts'
import { Pair } from './pairs.ts'
import { sortForSigning } from './sort.ts'

describe('the authority', () => {
  test('spec/signatures.md#base-uri: host in lower case, default port dropped, other port kept', () => {
    const cases: [scheme: 'http' | 'https', host: string, expected: string][] = [
      ['https', 'api.example.com', 'api.example.com'],
      ['https', 'API.Example.COM', 'api.example.com'],
      ['https', 'api.example.com:443', 'api.example.com'],
      ['https', 'api.example.com:80', 'api.example.com:80'],
      ['http', 'api.example.com:80', 'api.example.com'],
      ['http', 'api.example.com:443', 'api.example.com:443'],
      ['http', 'Localhost:8080', 'localhost:8080'],
      ['https', 'api.example.com:', 'api.example.com'],
      ['https', 'aviary_web_1', 'aviary_web_1'],
      ['https', '[::1]', '[::1]'],
      ['https', '[2001:DB8::1]:8443', '[2001:db8::1]:8443'],
      ['https', '[::1]:443', '[::1]'],
    ]
    for (const [scheme, host, expected] of cases)
      assert.equal(canonicalAuthority(scheme, host), expected, host)
  })

  for (const host of [
    '',
    ' ',
    'a b',
    'example.com/1.1',
    'example.com?',
    'example.com#',
    'user@example.com',
  ]) {
    test(`a Host of ${JSON.stringify(host)} is invalid`, () =>
      assert.equal(canonicalAuthority('https', host), undefined))
  }

  for (const host of [
    'a:b',
    'a:0443',
    'a:123456',
    'a:1:2',
    '[::1',
    '::1',
    'a&b',
    'é.example',
    'a%2Fb',
    'a,b',
  ]) {
    test(`a Host of ${JSON.stringify(host)} is invalid`, () =>
      assert.equal(canonicalAuthority('https', host), undefined))
  }
})

describe('the request target', () => {
  test('is split at the first question mark', () => {
    assert.deepEqual(splitTarget('/a/b.json?c=1?d'), { path: '/a/b.json', query: 'c=1?d' })
    assert.deepEqual(splitTarget('/a'), { path: '/a', query: '' })
  })

  test('spec/clients.md#signed-requests: a path with a bare trailing ? has no query', () => {
    assert.deepEqual(splitTarget('/a?'), { path: '/a', query: '' })
  })

  for (const target of ['', 'a', '*', '?a=1', 'http://example.com/a', '/a#b', '/a?b#c=1', '/a#?status=x']) {
    test(`${JSON.stringify(target)} is invalid`, () => assert.equal(splitTarget(target), undefined))
  }
})

test('spec/signatures.md#signed-parameters: only a body of the type application/x-www-form-urlencoded is signed', () => {
  const form = 'application/x-www-form-urlencoded'
  for (const type of [
    form,
    `${form};charset=UTF-8`,
    `${form} ; charset=utf-8`,
    form.toUpperCase(),
    ` ${form}`,
  ]) {
    assert.ok(isFormType(type), type)
  }
  for (const type of [
    undefined,
    '',
    'application/json',
    'multipart/form-data',
    `${form}x`,
    `text/plain;${form}`,
  ]) {
    assert.ok(!isFormType(type), `${type}`)
  }
})

test('the base string is METHOD&uri&parameters with each part encoded, and at most as long as its upper bound, for any content', () => {
  const text = fc.string({ unit: 'binary', maxLength: 15 }).filter((value) => value.isWellFormed())
  const ordinary = fc.tuple(
    text.filter((name) => !name.startsWith('oauth_')),
    text,
  )
  fc.assert(
    fc.property(text, fc.array(ordinary, { maxLength: 8 }), (path, list) => {
      const addressee = { method: 'DELETE', scheme: 'https', path: `/${path}` } as const
      const host = '[::1]:8443'
      const pairs = list.map(([name, value]) => Pair.of('form', name, value))
      assert.ok(sortForSigning(pairs))
      const octets = Buffer.alloc(baseStringBound({ ...addressee, authority: host }, pairs))
      const end = writeBaseString(octets, 0, { ...addressee, authority: host }, pairs)
      assert.ok(end <= octets.length)
      assert.equal(octets.toString('latin1', 0, end), baseStringByTheRfc({ ...addressee, host }, list))
    }),
  )
})
