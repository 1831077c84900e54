import assert from 'node:assert/strict'
import { ENGINES } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'
import { storm } from './storm.ts'

/**
 * The size of the run in the suite is small. storm.ts makes longer runs with a million followers and with
 * kills.
 */
const SIZE = {
  users: 300,
  posts: 20,
  followers: 100_000,
  seconds: 60,
  kills: 0,
  seed: 7,
}

for (const engine of ENGINES) {
  test(`spec/compliance-stream.md#delivery: sixteen readers receive all messages of many moderation actions, on ${engine}`, async (t) => {
    const { actions, rate } = await storm(t, { engine, ...SIZE })
    t.diagnostic(`${actions} actions, ${Math.round(rate)} a second`)
    assert.ok(actions >= 400)
  })
}
