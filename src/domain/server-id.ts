/**
 * Reads or creates the id that a server has in its reports. The id is created once for each database, and all servers
 * that use the database share the id.
 */
import { query } from '../db/query.ts'
import type { Reader } from '../db/store.ts'
import { must } from '../lib/assert.ts'
import type { Context } from './context.ts'

const NAME = 'server_id'
const BYTES = 16

/** Returns 32 hexadecimal digits. Backups contain the id, so a restored server has the same id. */
export async function serverIdOf({ store, random }: Pick<Context, 'store' | 'random'>): Promise<string> {
  const known = await find(store)
  if (known !== undefined) return known
  // No event: no other state depends on the id.
  await store.write((tx) => tx.run(insertFact, { name: NAME, value: random(BYTES).toString('hex') }))
  // If another process has inserted an id first, that id is used.
  return must(await find(store), 'the server id')
}

async function find(reader: Reader): Promise<string | undefined> {
  return (await reader.first(factOf, { name: NAME }))?.value
}

const factOf = query<{ name: string }>()((k, p) =>
  k.selectFrom('facts').select('value').where('name', '=', p('name')),
)

const insertFact = query<{ name: string; value: string }>()((k, p) =>
  k
    .insertInto('facts')
    .values({ name: p('name'), value: p('value') })
    .onConflict((conflict) => conflict.doNothing()),
)
