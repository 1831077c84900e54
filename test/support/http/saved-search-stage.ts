/** Starts a server, and creates two users who save searches. */
import type { Engine } from '../../../src/db/query.ts'
import { createTestApp } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer } from '../server.ts'
import { createOneUser } from '../users.ts'
import { v11Caller } from './v11-calls.ts'

export async function savedSearchStage(t: Hooks, engine: Engine = 'sqlite') {
  const { url, context } = await startTestServer(t, { engine, settings: { limits: 'off' } })
  const app = await createTestApp(context)
  const callerOf = async () => {
    const { id } = await createOneUser(context)
    const call = v11Caller(url, await app.asUser(id))
    return (path: string, method?: string) => call(`saved_searches/${path}`, method)
  }
  return { own: await callerOf(), other: await callerOf() }
}
