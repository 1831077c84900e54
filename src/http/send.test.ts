import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptsGzip } from './send.ts'

describe('RFC 9110 12.5.3: the accept-encoding header determines whether gzip is accepted', () => {
  for (const [header, expected] of [
    [undefined, false],
    ['', false],
    ['gzip', true],
    ['GZIP', true],
    ['x-gzip', true],
    ['gzip, deflate, br', true],
    ['br;q=1.0, gzip;q=0.8, deflate;q=0.5, *;q=0.1', true],
    ['*', true],
    ['*;q=0.001', true],
    ['*;q=0', false],
    ['gzip;q=0', false],
    ['gzip;q=0, *;q=1', false],
    ['gzip ; q=0.5', true],
    ['identity', false],
    ['deflate, br', false],
    ['gzipped', false],
    ['gzip;q=none', false],
  ] as const) {
    test(String(header), () => assert.equal(acceptsGzip(header), expected))
  }
})
