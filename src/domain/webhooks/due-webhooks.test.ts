import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { idList, idsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import { dueWebhooks } from './due-webhooks.ts'

/** Maximum number of webhooks that one call returns. */
const MAX_DUE = 1_000

const insertWebhooks = query<{ ids: string; app: bigint }>()(
  (_, p, engine) => sql`
    insert into webhooks (id, app_id, environment, url, origin, is_valid, created_at, challenge_due_at)
    select due.id, ${p('app')}, '', 'https://receiver.example', 'https://server.example', 1, 0, 0
    from ${idsOf(p('ids'), engine)} as due`,
)

for (const engine of ENGINES) {
  test(`a thousand due webhooks of other nodes do not hide free webhooks (${engine})`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const { appId } = await createTestApp(context)
    const ids = Array.from({ length: MAX_DUE + 2 }, (_, index) => BigInt(index + 1))
    await store.write((tx) => tx.run(insertWebhooks, { ids: idList(ids), app: appId }))
    const idsDue = async (excluded?: readonly bigint[]) =>
      (await dueWebhooks(context, excluded)).map(({ id }) => id)
    assert.deepEqual(await idsDue(), ids.slice(0, MAX_DUE))
    assert.deepEqual(await idsDue(ids.slice(0, MAX_DUE)), ids.slice(MAX_DUE))
    assert.deepEqual(await idsDue(ids), [])
  })
}
