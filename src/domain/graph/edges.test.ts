import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { assertGraphIsWhole, edgesOf } from '../../../test/support/models/graph-tables.ts'
import { createUsers } from '../../../test/support/users.ts'
import type { BulkRow } from '../../db/bulk-query.ts'
import type { Tx } from '../../db/store.ts'
import { must } from '../../lib/assert.ts'
import { append } from '../../log/append.ts'
import { addNewEdges, type Edge } from './edges.ts'
import { positionedEdges, putImportedEdges } from './import-follows.ts'

for (const engine of ENGINES) {
  test(`an edge that another writer has added since the read leaves no second row and no count, on ${engine}`, async (t) => {
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

/** Wraps a transaction, and records the rows of its bulk statements. */
function recorded(tx: Tx): { readonly tx: Tx; readonly calls: (readonly BulkRow[])[] } {
  const calls: (readonly BulkRow[])[] = []
  const each: Tx['each'] = (statement, rows) => {
    calls.push(rows)
    return tx.each(statement, rows)
  }
  const proxy = new Proxy(tx, {
    get(target, name) {
      if (name === 'each') return each
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  return { tx: proxy, calls }
}

function isAscending(values: readonly unknown[]): boolean {
  return values.every((value, index) => index === 0 || Number(values[index - 1]) <= Number(value))
}

for (const engine of ENGINES) {
  test(`spec/server.md#writing-beside-a-server: the rows of a slice are inserted in the order of their keys, on ${engine}`, async (t) => {
    const { context } = await testRuntime(t, await freshConfig(t, engine))
    // Each edge has one of a few followees and a random follower.
    const edges = Array.from({ length: 400 }, (_, index) => ({
      follower: BigInt(1 + ((index * 7_919) % 401)),
      followee: BigInt(1_000 + ((index * 31) % 37)),
    }))
    const positioned = await positionedEdges(context, edges)
    await context.store.writeAlone(async (tx) => {
      const { tx: recording, calls } = recorded(tx)
      assert.equal(await putImportedEdges(recording, positioned, context.clock.now()), edges.length)
      const large = calls.filter((rows) => rows.length > 100)
      assert.ok(large.length >= 4, 'users, both copies of the edges, and counts')
      for (const rows of large) assert.ok(isAscending(rows.map(([key]) => key)))
      const followers = large.find((rows) => rows.length === edges.length && Number(rows[0]?.[0]) >= 1_000)
      assert.ok(followers !== undefined)
      for (const followee of new Set(followers.map(([key]) => key))) {
        const positions: readonly unknown[] = followers
          .filter(([key]) => key === followee)
          .map(([, position]) => position)
        assert.ok(isAscending(positions))
      }
    })
  })
}
