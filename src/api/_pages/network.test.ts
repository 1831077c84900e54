import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { networkOf, widerNetworkOf } from './network.ts'

test('the network of an IPv4 address is the address itself', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf(''), '')
})

test('the wider network of an address has 24 bits for IPv4 and 48 bits for IPv6', () => {
  assert.equal(widerNetworkOf('192.0.2.7'), '192.0.2')
  assert.equal(widerNetworkOf('2001:db8:0:1::7'), widerNetworkOf('2001:db8:0:2::'))
  assert.notEqual(widerNetworkOf('2001:db8:1::7'), widerNetworkOf('2001:db8:0:2::'))
})

test('the network of an IPv6 address is its first 64 bits, in any notation', () => {
  const same = [
    '2001:db8:0:1:aaaa:bbbb:cccc:dddd',
    '2001:0DB8:0000:0001::7',
    '2001:db8:0:1::',
    '2001:db8::1:0:0:0:9%eth0',
    '2001:db8:0:1:0:0:192.0.2.7',
  ]
  for (const address of same) assert.equal(networkOf(address), '2001:db8:0:1', address)
  assert.equal(networkOf('2001:db8::2:0:0:0:9'), '2001:db8:0:2')
  assert.equal(networkOf('::1'), '0:0:0:0')
  assert.equal(networkOf('::'), '0:0:0:0')
  assert.equal(networkOf('1::192.0.2.7'), '1:0:0:0')
  assert.equal(networkOf('1:2:3:4:5:6::'), '1:2:3:4')
})

test('the result is the same for all addresses of a network, and differs for addresses of other networks', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 8, maxLength: 8 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (groups, host) => {
        const address = groups.map((each) => each.toString(16)).join(':')
        const neighbour = [...groups.slice(0, 4), ...host]
          .map((each) => each.toString(16).padStart(4, '0'))
          .join(':')
        assert.equal(networkOf(address), networkOf(neighbour))
        // The same address in the shortest notation, which the URL parser writes.
        assert.equal(networkOf(new URL(`http://[${address}]/`).hostname.slice(1, -1)), networkOf(address))
        const stranger = groups.map((each, index) => (index === 3 ? each ^ 1 : each).toString(16)).join(':')
        assert.notEqual(networkOf(stranger), networkOf(address))
      },
    ),
  )
})
