/** Tests the start of a server for tests with the faults and API days of a seed file. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, bearer } from '../../test/support/api-client.ts'
import { must } from '../lib/assert.ts'
import { launch } from './launch.ts'
import { readSeed } from './world/read-seed.ts'

const WORLD = `
users: [{ screen_name: ada, id: 1001 }]
apps: [{ name: Bot, owner: ada, id: 2001, api_date: 2020-08-12 }]
seed: 7
faults:
  - { name: limited, app: 2001, path: /1.1/followers/ids.json, calls: 2, do: { error: rateLimitExceeded } }
`

const SETTINGS = { log_level: 'silent' }
const LOG = { write: () => true }

test('a reset restores the faults and API days of the seed file', async (t) => {
  const { server, world, close } = await launch({
    settings: SETTINGS,
    seed: readSeed(WORLD, 'world.yaml'),
    log: LOG,
  })
  t.after(close)
  const { dates, faults, snapshots } = must(server.testControls, 'test controls')
  assert.ok('apps' in world)
  const asApp = bearer(must(world.apps[0], 'the app').bearer_token)
  const statusOfCall = async () =>
    (await ask(`${server.url}/1.1/followers/ids.json?user_id=1001`, asApp)).status
  for (const _round of ['start', 'reset']) {
    assert.deepEqual([await statusOfCall(), await statusOfCall(), await statusOfCall()], [200, 429, 200])
    assert.equal(dates.of(2001n), '2020-08-12')
    assert.match(faults.plan.text, /^seed: 7\nfaults:\n {2}- name: limited\n {4}app: 2001\n/)
    faults.clear()
    dates.set(2001n, 'live')
    await snapshots.reset()
  }
})

test('an unknown error in a fault of the seed file prevents the start, with line and column', async () => {
  const seed = readSeed('faults:\n  - do: { error: noSuchError }', 'world.yaml')
  await assert.rejects(
    launch({ settings: SETTINGS, seed, log: LOG }),
    /^ControlRefused: world\.yaml:2:11: faults\[0\]\.do\.error: .*no documented error noSuchError/,
  )
})
