import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateLimitHeaders } from './headers.ts'

test('spec/limits.md#headers: there are three headers, with names in lower case and reset in Unix seconds', () => {
  const decision = { allowed: false, limit: 15, remaining: 0, reset: 1_597_000_000 }
  assert.deepEqual(rateLimitHeaders(decision), [
    'x-rate-limit-limit',
    '15',
    'x-rate-limit-remaining',
    '0',
    'x-rate-limit-reset',
    '1597000000',
  ])
})
