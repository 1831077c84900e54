import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fuzz } from './fuzz.ts'

/**
 * The number of requests in the suite is small. For more requests: `node test/http/fuzz.ts --runs 1000000`.
 */
const RUNS = 1_500

test('promise 6: no request, however malformed, gets a 5xx or stops the process', async (t) => {
  const statuses = await fuzz(t, { runs: RUNS })
  // These statuses show that requests reach all layers: the parser, the router, authentication, handlers.
  for (const status of [200, 400, 401, 404]) assert.ok(statuses.has(status), `none was answered ${status}`)
})
