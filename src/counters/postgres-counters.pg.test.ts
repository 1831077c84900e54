/** Two servers on one PostgreSQL database count like one server that does not stop. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { migratedTestDatabase } from '../../test/support/databases/databases.ts'
import { SILENT } from '../../test/support/logged.ts'
import * as fc from '../../test/support/properties.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { PostgresStore } from '../db/postgres/store.ts'
import { appendDrafts } from '../log/append.ts'
import type { Counters } from './counters.ts'
import { postgresCounters } from './postgres-counters.ts'

const KEY = Buffer.alloc(32, 7)
/** A window that is charged for each request, and a window that is charged in slices (window-slices.ts). */
const WINDOWS = [
  { limit: 5, seconds: 900 },
  { limit: 300, seconds: 900 },
] as const

interface Server {
  readonly counters: Counters
  close(): Promise<void>
}

async function open(t: import('node:test').TestContext) {
  const url = await migratedTestDatabase(t)
  const clock = new TestClock()
  const servers = new Set<Server>()
  t.after(() => Promise.all([...servers].map((server) => server.close())))
  const start = (): Server => {
    const store = new PostgresStore({ logger: SILENT, url, clock, appendDrafts, pool: 2 })
    const counters = postgresCounters({ clock, store, key: KEY })
    const server: Server = {
      counters,
      async close() {
        if (!servers.delete(server)) return
        await counters.close()
        await store.close()
      },
    }
    servers.add(server)
    return server
  }
  const use = (nonce: string) => ({
    consumerKey: 'k',
    token: 't',
    nonce,
    timestamp: Math.floor(clock.now() / 1000),
  })
  return { clock, start, use, servers }
}

test('spec/signatures.md#nonce: a nonce that was used at one server is refused by the other server, and by a server that starts later', async (t) => {
  const { start, use } = await open(t)
  const [one, other] = [start(), start()]
  assert.equal(await one.counters.nonces.check(use('a')), 'fresh')
  assert.equal(await other.counters.nonces.check(use('a')), 'repeated')
  for (const server of [one, other]) await server.close()
  const next = start()
  assert.equal(await next.counters.nonces.check(use('a')), 'repeated')
  assert.equal(await next.counters.nonces.check(use('b')), 'fresh')
})

test('spec/limits.md#window: both servers return the same end of a window', async (t) => {
  const { start, clock } = await open(t)
  const [one, other] = [start(), start()]
  for (const [at, window] of WINDOWS.entries()) {
    const first = await one.counters.windows.take(`key ${at}`, window)
    clock.advance(7_000)
    const second = await other.counters.windows.take(`key ${at}`, window)
    const third = await one.counters.windows.take(`key ${at}`, window)
    assert.deepEqual([second.reset, third.reset], [first.reset, first.reset])
  }
})

type Step =
  | { readonly kind: 'nonce' | 'take'; readonly at: number; readonly what: number }
  | { readonly kind: 'start' | 'stop'; readonly at: number }

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('nonce' as const), at: fc.nat(1), what: fc.nat(9) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('take' as const), at: fc.nat(1), what: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('start' as const), at: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), at: fc.nat(1) }) },
)

test('two servers that start and stop accept each nonce once, and together grant exactly the limit of a window', {
  timeout: 60_000,
}, async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(STEP, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
      async (turns) => {
        const { start, use, servers } = await open(t)
        start()
        const used = new Set<string>()
        const fresh = new Map<string, number>()
        const taken = new Map<number, number>()
        const allowed = new Map<number, number>()
        const pick = (at: number) => [...servers][at % servers.size] as Server
        const run = async ({ kind, at, ...step }: Step): Promise<void> => {
          if (kind === 'nonce' && 'what' in step) {
            const asked = use(`${step.what}`)
            used.add(asked.nonce)
            const verdict = await pick(at).counters.nonces.check(asked)
            if (verdict === 'fresh') fresh.set(asked.nonce, (fresh.get(asked.nonce) ?? 0) + 1)
            else assert.equal(verdict, 'repeated')
          } else if (kind === 'take' && 'what' in step) {
            taken.set(step.what, (taken.get(step.what) ?? 0) + 1)
            const decision = await pick(at).counters.windows.take(`${step.what}`, WINDOWS[0])
            if (decision.allowed) allowed.set(step.what, (allowed.get(step.what) ?? 0) + 1)
          } else if (kind === 'start' && servers.size < 2) start()
        }
        for (const turn of turns) {
          await Promise.all(turn.map(run))
          const stop = turn.find(({ kind }) => kind === 'stop')
          if (stop !== undefined && servers.size > 1) await pick(stop.at).close()
        }
        for (const nonce of used) assert.equal(fresh.get(nonce), 1, `nonce ${nonce}`)
        for (const [key, count] of taken) {
          assert.equal(allowed.get(key) ?? 0, Math.min(count, WINDOWS[0].limit), `window ${key}`)
        }
        for (const server of [...servers]) await server.close()
      },
    ),
    { numRuns: 8 },
  )
})
