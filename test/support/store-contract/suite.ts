/**
 * The contract of every store, as tests (spec/server.md#storage). The tests of `sqlite/store.ts` and
 * `postgres/store.ts` call it.
 */
import { test } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { testAddress } from '../stores.ts'
import { Bench, type Cases } from './bench.ts'
import { FAILING } from './failing.ts'
import { INTEGERS } from './integers.ts'
import { LOG } from './log.ts'
import { READING } from './reading.ts'
import { SHARING } from './sharing.ts'
import { STREAMS } from './streams.ts'

const PARTS: Readonly<Record<string, Cases>> = {
  'reading and writing': READING,
  'shared transactions': SHARING,
  'a failed statement fails its command': FAILING,
  'the log': LOG,
  '64-bit integers': INTEGERS,
  'streams and the end': STREAMS,
}

/** Runs the suite on an engine, with one database that is emptied before each test. */
export function storeContract(engine: Engine): void {
  test(`a store fulfils its contract (${engine})`, async (t) => {
    const address = await testAddress(t, engine)
    for (const [part, cases] of Object.entries(PARTS)) {
      await t.test(part, async (p) => {
        for (const [name, run] of Object.entries(cases)) {
          await p.test(name, async (c) => {
            const bench = new Bench(c, address)
            await bench.empty()
            await run(bench)
          })
        }
      })
    }
  })
}
