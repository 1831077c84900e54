import assert from 'node:assert/strict'
import { addFact, addFactOnce, changeFact, factsIn, raw } from '../tables.ts'
import type { Cases } from './bench.ts'

export const READING: Cases = {
  'writes of a command can be read as soon as the command resolves': async (bench) => {
    const store = bench.open()
    for (let turn = 0; turn < 20; turn++) {
      await store.write((tx) => tx.run(addFact, { name: `fact ${turn}`, value: '' }))
      assert.equal(Object.keys(await factsIn(store)).length, turn + 1)
    }
  },

  'uncommitted writes are visible only to their command': async (bench) => {
    const store = bench.open()
    await store.write(async (tx) => {
      await tx.run(addFact, { name: 'mine', value: '1' })
      assert.deepEqual(await factsIn(tx), { mine: '1' })
      assert.deepEqual(await factsIn(store), {})
    })
    assert.deepEqual(await factsIn(store), { mine: '1' })
  },

  'a command returns its value, and a statement returns the number of changed rows': async (bench) => {
    const store = bench.open()
    const changes = await store.write(async (tx) => [
      await tx.run(addFact, { name: 'one', value: '' }),
      await tx.run(addFactOnce, { name: 'one', value: '' }),
      await tx.run(changeFact, { name: 'one', value: '2' }),
      await tx.run(changeFact, { name: 'none', value: '2' }),
      await tx.run(raw('delete from facts'), {}),
    ])
    assert.deepEqual(changes, [1, 0, 1, 0, 1])
  },

  'a missing parameter is refused before the database is called': async (bench) => {
    const store = bench.open()
    const lacking = { name: 'x' } as { name: string; value: string }
    await assert.rejects(
      store.write((tx) => tx.run(addFact, lacking)),
      TypeError,
    )
  },
}
