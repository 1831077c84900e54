import assert from 'node:assert/strict'
import test from 'node:test'
import { closestName } from './closest-name.ts'

const NAMES = ['port', 'ops_port', 'log_level', 'trusted_proxy']

test('the function finds the name that a misspelled name probably means', () => {
  for (const [word, name] of [
    ['port', 'port'],
    ['prot', undefined],
    ['ports', 'port'],
    ['ops-port', 'ops_port'],
    ['LOG_LEVEL', 'log_level'],
    ['loglevel', 'log_level'],
    ['trusted_proxies', 'trusted_proxy'],
    ['colour', undefined],
    ['', undefined],
  ] as const) {
    assert.equal(closestName(word, NAMES), name, word)
  }
  assert.equal(closestName('port', []), undefined)
})
