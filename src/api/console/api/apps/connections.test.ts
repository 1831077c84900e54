import assert from 'node:assert/strict'
import { startConsoleApp } from '../../../../../test/support/console/console-app.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`the stream connections of an app on ${engine}`, async (t) => {
    const { path, owner, other, appId, server, clock } = await startConsoleApp(t, engine)
    const { connections } = server.generations.traffic
    const connection = { appId, part: '2 filter', sendsPosts: true, delivered: 3, dropped: 1, lagMs: 12.4 }
    connections.opened(connection)
    const open = (await owner.get(`${path}/connections`)).body.connections
    const facts = {
      ...{ id: '1', stream: '2 filter', started_at: '2020-08-12T10:30:00.000Z' },
      ...{ delivered: 3, dropped: 1, lag_ms: 12 },
    }
    assert.deepEqual(open, [facts])
    clock.step(1_000)
    connections.ended(connection, 'slow')
    const ended = (await owner.get(`${path}/connections`)).body.connections
    assert.deepEqual(ended, [{ ...facts, ended_at: '2020-08-12T10:30:01.000Z', reason: 'slow' }])

    await t.test('404/app-not-found for another developer', async () => {
      assert.equal((await other.get(`${path}/connections`)).body.reason, 'app-not-found')
    })
  })
}
