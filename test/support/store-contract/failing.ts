import assert from 'node:assert/strict'
import { UniqueViolation } from '../../../src/db/errors.ts'
import type { Tx } from '../../../src/db/store.ts'
import { InvariantBroken } from '../../../src/lib/assert.ts'
import { addFact, addFactAndEvent, factsIn, raw } from '../tables.ts'
import type { Cases } from './bench.ts'

export const FAILING: Cases = {
  'a duplicate unique value throws a UniqueViolation, and the other commands commit': async (bench) => {
    const { store } = bench.openCounting()
    const settled = await Promise.allSettled([
      store.write((tx) => tx.run(addFact, { name: 'a', value: '1' })),
      store.write((tx) => tx.run(addFact, { name: 'a', value: '2' })),
      store.write((tx) => tx.run(addFact, { name: 'b', value: '3' })),
    ])
    assert.deepEqual(
      settled.map((result) => (result.status === 'rejected' ? result.reason.constructor : result.status)),
      ['fulfilled', UniqueViolation, 'fulfilled'],
    )
    assert.deepEqual(await factsIn(store), { a: '1', b: '3' })
  },

  'a duplicate in a unique index is reported like a duplicate primary key': async (bench) => {
    const store = bench.open()
    const user = (id: number) =>
      raw(
        `insert into users (id, screen_name, screen_name_key, name, created_at) values (${id}, 'A', 'a', 'A', 0)`,
      )
    await store.write((tx) => tx.run(user(1), {}))
    await assert.rejects(
      store.write((tx) => tx.run(user(2), {})),
      UniqueViolation,
    )
  },

  'a command may throw its own error after a failed statement': async (bench) => {
    const store = bench.open()
    await store.write((tx) => tx.run(addFact, { name: 'a', value: '1' }))
    const taken = new Error('taken')
    const refused = store.write(async (tx) => {
      await tx.run(addFact, { name: 'a', value: '2' }).catch(() => {
        throw taken
      })
    })
    await assert.rejects(refused, taken)
  },

  'a command that ignores the failure of a statement is undone and rejects, on both engines': async (
    bench,
  ) => {
    const { store } = bench.openCounting()
    const settled = await Promise.allSettled([
      store.write((tx) => tx.run(addFact, { name: 'a', value: '1' })),
      store.write(async (tx) => {
        await tx.run(addFact, { name: 'before', value: '' })
        await tx.run(addFact, { name: 'a', value: '2' }).catch(() => undefined)
      }),
      store.write((tx) => tx.run(addFact, { name: 'b', value: '3' })),
    ])
    assert.deepEqual(
      settled.map((result) => (result.status === 'rejected' ? result.reason.constructor : result.status)),
      ['fulfilled', UniqueViolation, 'fulfilled'],
    )
    assert.deepEqual(await factsIn(store), { a: '1', b: '3' })
  },

  'statements that a command runs after its Promise.all has failed store nothing, and disturb no other command':
    async (bench) => {
      const { store } = bench.openCounting()
      await store.write((tx) => tx.run(addFact, { name: 'a', value: '' }))
      const branches: Promise<unknown>[] = []
      const settled = await Promise.allSettled([
        store.write(async (tx) => {
          const slow = async () => {
            for (let step = 0; step < 50; step++) await tx.run(addFact, { name: `step ${step}`, value: '' })
          }
          branches.push(slow())
          await Promise.all([tx.run(addFact, { name: 'a', value: '' }), ...branches])
        }),
        ...Array.from({ length: 20 }, (_, index) => store.write((tx) => addFactAndEvent(tx, BigInt(index)))),
      ])
      assert.equal(settled.filter((result) => result.status === 'rejected').length, 1)
      await assert.rejects(Promise.all(branches))
      assert.deepEqual(
        Object.keys(await factsIn(store)).filter((name) => name.startsWith('step')),
        [],
      )
    },

  'a command ends after the statements that it started without await, and fails if one of them fails': async (
    bench,
  ) => {
    const store = bench.open()
    await store.write(async (tx) => {
      tx.run(addFact, { name: 'kept', value: '' })
    })
    const refused = store.write(async (tx) => {
      tx.run(addFact, { name: 'other', value: '' })
      tx.run(addFact, { name: 'kept', value: '' })
    })
    await assert.rejects(refused, UniqueViolation)
    assert.deepEqual(await factsIn(store), { kept: '' })
  },

  'a transaction cannot be used after its command has ended': async (bench) => {
    const store = bench.open()
    let leaked: Tx | undefined
    await store.write(async (tx) => {
      leaked = tx
    })
    await assert.rejects(async () => leaked?.run(addFact, { name: 'late', value: '' }), InvariantBroken)
    assert.deepEqual(await factsIn(store), {})
  },
}
