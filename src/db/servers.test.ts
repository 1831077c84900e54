import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import type { ServerAddress } from '../lib/server-address.ts'
import { openRuntime } from '../runtime.ts'
import { type Engine, once } from './query.ts'
import { forgetServer, noteServer, runningServers } from './servers.ts'

function placeAt(url: string): ServerAddress {
  return { local: { public: url }, baseUrl: '', streamUrl: '', hosts: ['a.example'], isProxied: true }
}

/** Two servers' leases over one database, and a clock that a test moves. */
async function scene(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const clock = new TestClock()
  const one = await openRuntime(config, { manner: 'server', clock })
  const two = await openRuntime(config, { manner: 'server', clock })
  t.after(() => Promise.all([one.close(), two.close()]))
  const note = ({ holder }: { holder: string }, url: string, isAlone = false) =>
    noteServer(one.store, clock, { holder, place: placeAt(url), isAlone })
  const running = async () => (await runningServers(one.store, clock)).map(({ local }) => local.public)
  return { config, clock, one, two, note, running }
}

for (const engine of ENGINES) {
  test(`servers are listed while their leases live, the last one first (${engine})`, async (t) => {
    const { clock, one, two, note, running } = await scene(t, engine)
    assert.deepEqual(await running(), [])
    await note(one, 'http://localhost:1')
    assert.deepEqual(await runningServers(one.store, clock), [placeAt('http://localhost:1')])
    clock.advance(1)
    await note(two, 'http://localhost:2')
    assert.deepEqual(await running(), ['http://localhost:2', 'http://localhost:1'])
    await forgetServer(one.store, two.holder)
    assert.deepEqual(await running(), ['http://localhost:1'])
  })

  test(`a note without a live lease is not believed, and erased by the next server (${engine})`, async (t) => {
    const { config, clock, one, two, note, running } = await scene(t, engine)
    await note({ holder: 'of one that was killed' }, 'http://localhost:9')
    assert.deepEqual(await running(), [])
    await note(one, 'http://localhost:1')
    const rows = await one.store.rows(
      once((k) => k.selectFrom('servers').select('holder')),
      {},
    )
    assert.deepEqual(
      rows.map(({ holder }) => holder),
      [one.holder],
    )
    const command = await testRuntime(t, config, clock)
    await note(command, 'http://localhost:3')
    assert.deepEqual(await running(), ['http://localhost:1'], 'a command is no server')
    await note(two, 'http://localhost:2', true)
    assert.deepEqual(await running(), ['http://localhost:2'], 'one that is alone knows that the others ended')
  })

  test(`a note in another form is left out (${engine})`, async (t) => {
    const { one, note, running } = await scene(t, engine)
    await note(one, 'http://localhost:1')
    for (const text of ['', 'x', 'null', '[]', '{}', '{"local":{"public":1}}', '{"local":{"public":"x"}}']) {
      await one.store.write((tx) =>
        tx.run(
          once((k) => k.updateTable('servers').set({ place: text })),
          {},
        ),
      )
      assert.deepEqual(await running(), [], text)
    }
  })
}
