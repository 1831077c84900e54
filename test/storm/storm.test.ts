import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES } from '../support/engines.ts'
import { storm } from './storm.ts'

for (const engine of ENGINES) {
  test(`compliance-stream.md: sixteen readers miss nothing of a storm, on ${engine}`, async (t) => {
    const size = { users: 60, posts: 20, followers: 2_000, seconds: 4 }
    const { actions, rate } = await storm(t, { engine, seed: 7, ...size })
    t.diagnostic(`${actions} actions, ${Math.round(rate)} a second`)
    assert.ok(actions >= 400)
  })
}
