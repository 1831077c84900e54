import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { assertGraphIsWhole, edgesOf } from '../../../test/support/graph-tables.ts'
import { createUsers } from '../../../test/support/users.ts'
import { must } from '../../lib/assert.ts'
import { append } from '../../log/append.ts'
import { addNewEdges, type Edge } from './edges.ts'

for (const engine of ENGINES) {
  test(`edges that another writer has added meanwhile leave no mirror and no count, on ${engine}`, async (t) => {
    const runtime = await testRuntime(t, await freshConfig(t, engine))
    const { store } = runtime.context
    const [a, b, c] = (await createUsers(runtime.context, 3)).map(({ id }) => id)
    const ids = { a: must(a, 'a user'), b: must(b, 'a user'), c: must(c, 'a user') }
    const first = { follower: ids.a, followee: ids.b, position: 1n }
    const add = (edges: readonly Edge[]) =>
      store.write(async (tx) => {
        const added = await addNewEdges(tx, edges)
        for (const { follower, followee } of added) {
          append(tx, 0, { kind: 'user.followed', user_id: follower, followee_id: followee })
        }
        return added
      })
    await add([first])
    const again = { ...first, position: 2n }
    const fresh = { follower: ids.c, followee: ids.b, position: 3n }
    assert.deepEqual(await add([again, fresh]), [fresh])
    await assertGraphIsWhole(runtime)
    assert.deepEqual(
      (await edgesOf(store, ids.a)).map(({ position }) => position),
      [1n],
    )
  })
}
