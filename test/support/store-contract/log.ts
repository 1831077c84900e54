import assert from 'node:assert/strict'
import { UniqueViolation } from '../../../src/db/errors.ts'
import type { EventDraft } from '../../../src/db/store.ts'
import { appendDrafts } from '../../../src/log/append.ts'
import { logHead } from '../../../src/log/log-head.ts'
import { addEvent, addFact, addFactAndEvent, eventRow, eventsIn, factsIn, raw } from '../tables.ts'
import type { Cases } from './bench.ts'

export const LOG: Cases = {
  'the events of a command are stored with its rows, in order and without a gap': async (bench) => {
    const store = bench.open()
    let total = 0
    for (const count of [1, 3, 67, 1_100]) {
      const first = total + 1
      total += count
      await store.write(async (tx) => {
        for (let user = first; user <= total; user++) addEvent(tx, BigInt(user))
      })
      const expected = Array.from({ length: total }, (_, index) => ({
        position: BigInt(index + 1),
        user_id: BigInt(index + 1),
      }))
      assert.deepEqual(await eventsIn(store), expected)
      assert.equal((await logHead(store)).head, BigInt(total))
    }
  },

  'if the events of a commit cannot be numbered, every command of the group is refused and nothing is stored':
    async (bench) => {
      const failing = async () => {
        throw new Error('no numbers today')
      }
      const { store } = bench.openCounting({ appendDrafts: failing })
      const settled = await Promise.allSettled([
        store.write((tx) => tx.run(addFact, { name: 'a', value: '' })),
        store.write((tx) => addFactAndEvent(tx, 1n)),
      ])
      for (const result of settled) {
        assert.match(String(result.status === 'rejected' && result.reason), /no numbers today/)
      }
      assert.deepEqual(await factsIn(store), {})
      await store.write((tx) => tx.run(addFact, { name: 'later', value: '' }))
      assert.deepEqual(await factsIn(store), { later: '' })
    },

  'if the events of a commit cannot be stored, every command of the group is refused and nothing is stored':
    async (bench) => {
      const { store } = bench.openCounting()
      await store.write((tx) => tx.run(raw(eventRow(2n)), {}))
      const settled = await Promise.allSettled([
        store.write((tx) => tx.run(addFact, { name: 'a', value: '' })),
        store.write((tx) => addFactAndEvent(tx, 1n)),
        store.write((tx) => addFactAndEvent(tx, 2n)),
      ])
      for (const result of settled) {
        assert.ok(result.status === 'rejected' && result.reason instanceof UniqueViolation)
      }
      assert.deepEqual(await factsIn(store), {})
      assert.equal((await logHead(store)).head, 0n)
      await store.write((tx) => addFactAndEvent(tx, 3n))
      assert.deepEqual(await factsIn(store), { 3: '' })
    },

  'appendDrafts gets the events of successful commands, in order': async (bench) => {
    const seen: (bigint | null)[][] = []
    const recording = (writer: Parameters<typeof appendDrafts>[0], drafts: readonly EventDraft[]) => {
      seen.push(drafts.map((draft) => draft.user_id))
      return appendDrafts(writer, drafts)
    }
    const { store } = bench.openCounting({ appendDrafts: recording })
    await Promise.allSettled(
      [1n, 2n, 3n, 4n].map((id) =>
        store.write(async (tx) => {
          await addFactAndEvent(tx, id)
          addEvent(tx, id * 10n)
          if (id === 3n) throw new Error('no')
        }),
      ),
    )
    assert.deepEqual(seen, [[1n, 10n, 2n, 20n, 4n, 40n]])
  },

  'onAppend is called once per commit with events, with the last position': async (bench) => {
    const { store } = bench.openCounting()
    const bells: bigint[] = []
    const stop = store.onAppend((position) => bells.push(position))
    await Promise.all([
      store.write((tx) => addFactAndEvent(tx, 1n)),
      store.write((tx) => addFactAndEvent(tx, 2n)),
    ])
    await store.write((tx) => tx.run(addFact, { name: 'quiet', value: '' }))
    await store.write((tx) => addFactAndEvent(tx, 3n))
    stop()
    await store.write((tx) => addFactAndEvent(tx, 4n))
    assert.deepEqual(bells, [2n, 3n])
  },
}
