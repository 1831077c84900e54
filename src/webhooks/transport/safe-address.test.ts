import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { AddressPolicy, isPublic } from './safe-address.ts'

/** Special IPv4 networks as ranges of numbers. The test computes them differently from the code under test. */
const SPECIAL: readonly (readonly [number, number])[] = (
  [
    [[0, 0, 0, 0], 8],
    [[10, 0, 0, 0], 8],
    [[100, 64, 0, 0], 10],
    [[127, 0, 0, 0], 8],
    [[169, 254, 0, 0], 16],
    [[172, 16, 0, 0], 12],
    [[192, 0, 0, 0], 24],
    [[192, 0, 2, 0], 24],
    [[192, 31, 196, 0], 24],
    [[192, 52, 193, 0], 24],
    [[192, 88, 99, 0], 24],
    [[192, 168, 0, 0], 16],
    [[192, 175, 48, 0], 24],
    [[198, 18, 0, 0], 15],
    [[198, 51, 100, 0], 24],
    [[203, 0, 113, 0], 24],
    [[224, 0, 0, 0], 3],
  ] as const
).map(([octets, bits]) => {
  const first = numberOf(octets)
  return [first, first + 2 ** (32 - bits) - 1] as const
})

function numberOf(octets: readonly number[]): number {
  return octets.reduce((sum, octet) => sum * 256 + octet, 0)
}

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255))
/** Random addresses. Half of them are near the edges of networks, because errors are likely there. */
const address = fc.oneof(
  octets.map(numberOf),
  fc
    .tuple(fc.constantFrom(...SPECIAL.flat()), fc.integer({ min: -2, max: 2 }))
    .map(([edge, by]) => Math.min(2 ** 32 - 1, Math.max(0, edge + by))),
)

function dotted(number: number): string {
  return [24, 16, 8, 0].map((shift) => Math.floor(number / 2 ** shift) % 256).join('.')
}

describe('addresses', () => {
  test('an IPv4 address is public unless it belongs to a special network', () => {
    fc.assert(
      fc.property(address, (number) => {
        const isSpecial = SPECIAL.some(([first, last]) => number >= first && number <= last)
        assert.equal(isPublic(dotted(number)), !isSpecial)
      }),
    )
  })

  test('an IPv4 address inside an IPv6 address is never public, in any spelling', () => {
    fc.assert(
      fc.property(address, (number) => {
        const hex = [Math.floor(number / 65_536), number % 65_536].map((part) => part.toString(16)).join(':')
        for (const prefix of ['::ffff:', '::', '64:ff9b::', '::ffff:0:']) {
          assert.equal(isPublic(`${prefix}${hex}`), false)
          assert.equal(isPublic(`${prefix}${dotted(number)}`), false)
        }
        assert.equal(isPublic(`2002:${hex}::1`), false)
      }),
    )
  })

  test('an IPv6 address is public only in 2000::/3', () => {
    for (const special of [
      '::',
      '::1',
      'fe80::1',
      'fe80::1%eth0',
      'fc00::1',
      'fd12:3456::1',
      'fec0::1',
      'ff02::1',
      '2001::1',
      '2001:db8::1',
      '3fff::1',
      '4000::1',
      '100::1',
      'no address',
      '',
    ]) {
      assert.equal(isPublic(special), false, special)
    }
    for (const global of ['2606:4700::1111', '2a00:1450:4001::1', '[2606:4700::1111]']) {
      assert.equal(isPublic(global), true, global)
    }
  })
})

describe('URLs of webhooks', () => {
  const strict = new AddressPolicy()

  test('other spellings of loopback addresses are refused', () => {
    for (const host of [
      '127.1',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '0',
      '[::1]',
      '[::ffff:7f00:1]',
    ]) {
      assert.equal(strict.webhookUrl(`https://${host}/`), undefined, host)
    }
  })

  test('https without a port is accepted, with a name or a public address', () => {
    for (const url of [
      'https://example.org',
      'https://example.org/a?b=c',
      'https://8.8.8.8/',
      'https://example.org:443/',
    ]) {
      assert.ok(strict.webhookUrl(url) !== undefined, url)
    }
    assert.equal(strict.webhookUrl('http://example.org/'), undefined)
    assert.equal(strict.webhookUrl('https://example.org:444/'), undefined)
  })

  test('hosts that the operator allows may use plain HTTP and a port', () => {
    const policy = new AddressPolicy(['10.1.0.0/16', 'localhost', '::1', 'Hooks.Example'])
    for (const url of [
      'http://10.1.2.3:8080/',
      'http://localhost:3000/',
      'http://[::1]:3000/',
      'http://hooks.example/',
      'http://hooks.example./',
    ]) {
      assert.ok(policy.webhookUrl(url) !== undefined, url)
    }
    for (const url of [
      'http://10.2.0.1/',
      'http://127.0.0.1/',
      'ftp://localhost/',
      'http://hooks.example.org/',
    ]) {
      assert.equal(policy.webhookUrl(url), undefined, url)
    }
  })

  test('an allowed name may resolve to any address, and any other name only to public and allowed addresses', () => {
    const policy = new AddressPolicy(['10.1.0.0/16', 'hooks.example'])
    assert.equal(policy.mayConnect('hooks.example', '192.168.0.1'), true)
    assert.equal(policy.mayConnect('example.org', '192.168.0.1'), false)
    assert.equal(policy.mayConnect('example.org', '10.1.0.1'), true)
    assert.equal(policy.mayConnect('example.org', '::ffff:127.0.0.1'), false)
    assert.equal(policy.mayConnect('example.org', '8.8.8.8'), true)
    assert.equal(policy.mayConnect('example.org', ''), false)
  })
})
