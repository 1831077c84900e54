import assert from 'node:assert/strict'
import { ENGINES } from '../support/engines.ts'
import { byPart, slowOnPostgres } from '../support/part.ts'
import { storm } from './storm.ts'

/** For longer runs with a million followers and with kills, see storm.ts. */
const SIZE = {
  users: byPart(100, 300),
  posts: byPart(5, 20),
  followers: byPart(2_000, 100_000),
  seconds: byPart(1, 60),
  kills: 0,
  seed: 7,
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/compliance-stream.md#delivery: sixteen readers receive all messages of a storm, on ${engine}`, async (t) => {
    const { actions, rate } = await storm(t, { engine, ...SIZE })
    t.diagnostic(`${actions} actions, ${Math.round(rate)} a second`)
    assert.ok(actions >= byPart(50, 400))
  })
}
