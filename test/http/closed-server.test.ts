/** Tests that a closed server leaves nothing in memory, because a test suite starts many servers in one process. */
import { describe, test } from 'node:test'
import type { Engine } from '../../src/db/query.ts'
import { createTestApp } from '../support/api-client.ts'
import { collectHooks, ENGINES } from '../support/engines.ts'
import { byPart } from '../support/part.ts'
import { collectGarbage } from '../support/processes/retained-memory.ts'
import { startTestServer } from '../support/server.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Number of servers of each engine. */
const SERVERS = byPart(1, 3)

/** Starts a server, sends requests to it, and closes it. @returns its store, if it is still in memory */
async function useServer(engine: Engine): Promise<WeakRef<object>> {
  const { hooks, run } = collectHooks()
  const { url, context } = await startTestServer(hooks, { engine })
  const { asApp } = await createTestApp(context)
  for (const path of ['/1.1/application/rate_limit_status.json', '/1.1/nothing.json', '/2/openapi.json']) {
    const headers = { authorization: asApp('GET', `${url}${path}`) }
    await (await fetch(`${url}${path}`, { headers })).text()
  }
  await run()
  return new WeakRef(context.store)
}

describe('a closed server leaves no store in memory', () => {
  for (const engine of ENGINES) {
    test(engine, { timeout: 30_000 }, async () => {
      const stores: WeakRef<object>[] = []
      for (let time = 0; time < SERVERS; time += 1) stores.push(await useServer(engine))
      // The last connections end after some turns of the event loop.
      await waitUntil(() => {
        collectGarbage()
        return stores.every((store) => store.deref() === undefined)
      })
    })
  }
})
