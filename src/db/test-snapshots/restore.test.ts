/** Copies of a whole database, restored in place. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { sql } from 'kysely'
import { fillDatabase } from '../../../test/support/databases/complete-database.ts'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowTest as test } from '../../../test/support/part.ts'
import { raw } from '../../../test/support/tables.ts'
import { createUser } from '../../domain/accounts/create-user.ts'
import { createPost } from '../../domain/posts/write/create-post.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { catalogOf } from '../maintenance/catalog.ts'
import { MIGRATIONS } from '../migrate.ts'
import { addressOf } from '../open.ts'
import { once } from '../query.ts'
import type { Store } from '../store.ts'
import { openSnapshots } from './snapshots.ts'

/** Tables about processes and about the schema, which a restore does not change. */
const KEPT = new Set(['migrations', 'workers', 'cluster_nodes', 'cluster_leases'])

const TABLES = catalogOf(MIGRATIONS.map(({ name }) => name)).tables.filter(({ name }) => !KEPT.has(name))

/** All rows of each table, as texts. */
async function contentOf(store: Store): Promise<Readonly<Record<string, readonly string[]>>> {
  const content: Record<string, readonly string[]> = {}
  for (const { name, columns } of TABLES) {
    const texts = columns.map((column) => sql`cast(${sql.ref(column.name)} as text)`)
    const rows = await store.rows(
      once<{ row: string }>(
        () =>
          sql`select ${sql.join(
            texts.map((text) => sql`coalesce(${text}, '-')`),
            sql` || '|' || `,
          )} as row from ${sql.table(name)}`,
      ),
      {},
    )
    content[name] = rows.map(({ row }) => row).toSorted()
  }
  return content
}

for (const engine of ENGINES) {
  test(`a restore brings back new, changed and deleted rows of all tables, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const runtime = await testRuntime(t, config)
    const { store, context } = runtime
    const { users } = await fillDatabase(runtime)
    const snapshots = openSnapshots(addressOf(config), join(config.data, 'snapshots'))
    t.after(() => snapshots.close())
    let changes = 0
    const change = async () => {
      changes += 1
      const { id: authorId } = await createUser(context, { screenName: `New_${changes}` })
      const { id: postId } = await createPost(context, { authorId, text: `new ${changes}` })
      await createPost(context, { authorId: users[0], text: `also new ${changes}` })
      await deletePost(context, { postId })
      await store.write(async (tx) => {
        await tx.run(raw(`update users set name = 'changed ${changes}'`), {})
        await tx.run(raw('delete from likes'), {})
        await tx.run(raw('delete from mutes'), {})
      })
    }
    const restored = async (name: string, expected: Awaited<ReturnType<typeof contentOf>>) => {
      await snapshots.restore(name)
      assert.deepEqual(await contentOf(store), expected, name)
    }

    await snapshots.save('one')
    const one = await contentOf(store)
    assert.ok((one['likes'] ?? []).length > 0 && (one['mutes'] ?? []).length > 0)
    await change()
    await snapshots.save('two')
    const two = await contentOf(store)
    assert.notDeepEqual(two, one)
    await snapshots.copy('one', 'fork')
    await restored('one', one)
    await restored('two', two)
    await restored('fork', one)
    await change()
    await restored('one', one)
    await restored('one', one)
    await change()
    await restored('two', two)
    // The next copy contains rows that a restore has written.
    await snapshots.save('three')
    await change()
    await restored('three', two)
    await restored('one', one)
  })
}
