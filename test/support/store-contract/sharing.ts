import assert from 'node:assert/strict'
import type { Tx } from '../../../src/db/store.ts'
import { addFact, addFactAndEvent, eventsIn, factsIn } from '../tables.ts'
import type { Cases } from './bench.ts'

export const SHARING: Cases = {
  'commands that wait at the same time share transactions, up to 512 each': async (bench) => {
    const { store, groups } = bench.openCounting()
    await Promise.all(
      Array.from({ length: 600 }, (_, index) =>
        store.write((tx) => tx.run(addFact, { name: `${index}`, value: '' })),
      ),
    )
    assert.deepEqual(groups, [512, 88])
    assert.equal(Object.keys(await factsIn(store)).length, 600)
  },

  'a command that throws undoes only itself and its events, and the others commit': async (bench) => {
    const { store, groups } = bench.openCounting()
    const refusal = new Error('no')
    const settled = await Promise.allSettled([
      store.write((tx) => addFactAndEvent(tx, 1n)),
      store.write(async (tx) => {
        await addFactAndEvent(tx, 2n)
        throw refusal
      }),
      store.write((tx) => addFactAndEvent(tx, 3n)),
    ])
    assert.deepEqual(
      settled.map((result) => (result.status === 'rejected' ? result.reason : result.status)),
      ['fulfilled', refusal, 'fulfilled'],
    )
    assert.deepEqual(groups, [2])
    assert.deepEqual(await factsIn(store), { 1: '', 3: '' })
    assert.deepEqual(await eventsIn(store), [
      { position: 1n, user_id: 1n },
      { position: 2n, user_id: 3n },
    ])
  },

  'a batch command runs once for all waiting inputs, and can refuse one of them': async (bench) => {
    const { store, groups } = bench.openCounting()
    const refusal = new Error('no')
    const runs: number[] = []
    const verb = async (tx: Tx, inputs: readonly bigint[]) => {
      runs.push(inputs.length)
      const taken = inputs.filter((input) => input !== 2n)
      await Promise.all(taken.map((input) => addFactAndEvent(tx, input)))
      return inputs.map((input) => (input === 2n ? { refusal } : { value: `${input}` }))
    }
    const settled = await Promise.allSettled([1n, 2n, 3n].map((input) => store.writeBatched(verb, input)))
    assert.deepEqual(
      settled.map((result) => (result.status === 'rejected' ? result.reason : result.value)),
      ['1', refusal, '3'],
    )
    assert.deepEqual([runs, groups], [[3], [3]])
    assert.deepEqual(await factsIn(store), { 1: '', 3: '' })
  },

  'a batch command with a failed statement is undone, and runs again for each input': async (bench) => {
    const { store } = bench.openCounting()
    await store.write((tx) => tx.run(addFact, { name: '2', value: '' }))
    const verb = async (tx: Tx, inputs: readonly bigint[]) => {
      await Promise.all(inputs.map((input) => tx.run(addFact, { name: `${input}`, value: 'new' })))
      return inputs.map((input) => ({ value: input }))
    }
    const settled = await Promise.allSettled([1n, 2n, 3n].map((input) => store.writeBatched(verb, input)))
    assert.deepEqual(
      settled.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await factsIn(store), { 1: 'new', 2: '', 3: 'new' })
  },

  'a command that throws before its first statement, even synchronously, rejects and disturbs no other command':
    async (bench) => {
      const { store } = bench.openCounting()
      const refusal = new Error('no')
      const throwing = () => {
        throw refusal
      }
      const settled = await Promise.allSettled([
        store.write(throwing),
        store.write((tx) => addFactAndEvent(tx, 1n)),
        store.write(async () => throwing()),
      ])
      assert.deepEqual(
        settled.map((result) => result.status),
        ['rejected', 'fulfilled', 'rejected'],
      )
      assert.deepEqual(await factsIn(store), { 1: '' })
    },

  'a group in which every command throws stores nothing and does not stop later groups': async (bench) => {
    const { store, groups } = bench.openCounting()
    const refused = store.write(async (tx) => {
      await addFactAndEvent(tx, 1n)
      throw new Error('no')
    })
    await assert.rejects(refused, /no/)
    await store.write((tx) => addFactAndEvent(tx, 2n))
    assert.deepEqual(groups, [1])
    assert.deepEqual(await factsIn(store), { 2: '' })
  },

  'writeAlone does not share its transaction': async (bench) => {
    const { store, groups } = bench.openCounting()
    const order: bigint[] = []
    const noted = (id: bigint) => async (tx: Tx) => {
      order.push(id)
      await addFactAndEvent(tx, id)
    }
    await Promise.all([
      store.write(noted(1n)),
      store.write(noted(2n)),
      store.writeAlone(noted(3n)),
      store.write(noted(4n)),
      store.write(noted(5n)),
    ])
    assert.deepEqual(groups, [2, 1, 2])
    assert.deepEqual(order, [1n, 2n, 3n, 4n, 5n])
  },

  'writeAside stores derived data, and refuses to append events': async (bench) => {
    const store = bench.open()
    await Promise.all([
      store.writeAside((tx) => tx.run(addFact, { name: '1', value: '' })),
      store.write((tx) => addFactAndEvent(tx, 2n)),
    ])
    await assert.rejects(
      store.writeAside((tx) => addFactAndEvent(tx, 3n)),
      { name: 'InvariantBroken' },
    )
    const [refused, stored] = await Promise.allSettled([
      store.writeAside(async (tx) => {
        await tx.run(addFact, { name: '4', value: '' })
        throw new Error('no')
      }),
      store.writeAside((tx) => tx.run(addFact, { name: '5', value: '' })),
    ])
    assert.deepEqual([refused.status, stored.status], ['rejected', 'fulfilled'])
    assert.deepEqual(await factsIn(store), { 1: '', 2: '', 5: '' })
  },

  'commands never run concurrently': async (bench) => {
    const store = bench.open()
    let running = 0
    await Promise.all(
      Array.from({ length: 20 }, () =>
        store.write(async (tx) => {
          running += 1
          assert.equal(running, 1)
          await factsIn(tx)
          running -= 1
        }),
      ),
    )
  },
}
