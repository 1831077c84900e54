import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { migratedTestDatabase } from '../../test/support/databases.ts'
import { SILENT } from '../../test/support/logged.ts'
import { until } from '../../test/support/patience.ts'
import { TestClock } from '../../test/support/test-clock.ts'
import { connect } from '../db/postgres/session.ts'
import { PostgresStore } from '../db/postgres/store.ts'
import { sealEvents } from '../log/append.ts'
import type { Counters } from './counters.ts'
import { sharedCounters } from './shared-counters.ts'

const KEY = Buffer.alloc(32, 7)
const WINDOW = { limit: 5, seconds: 900 }
/** Milliseconds between two looks whether others are there. */
const LOOK = 5_000

interface Server {
  readonly counters: Counters
  readonly machine: TestClock
  readonly isAlone: () => boolean
  readonly ask: () => Promise<unknown>
  close(): Promise<void>
}

async function open(t: import('node:test').TestContext) {
  const url = await migratedTestDatabase(t)
  const clock = new TestClock()
  const servers = new Set<Server>()
  t.after(() => Promise.all([...servers].map((server) => server.close())))
  const start = async (): Promise<Server> => {
    const machine = new TestClock()
    const store = new PostgresStore({
      logger: SILENT,
      url,
      clock,
      seal: sealEvents,
      pool: 2,
      machineClock: machine,
    })
    const gauges = new Map<string, () => number>()
    const take = (name: string, _: string, read: () => number) => void gauges.set(name, read)
    const metrics = { gauge: take, counter: take }
    const counters = await sharedCounters({ clock, store, key: KEY, metrics })
    const server: Server = {
      counters,
      machine,
      ask: () => store.presence.confirm(),
      isAlone: () => gauges.get('aviary_alone')?.() === 1,
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
  return { url, clock, start, use, servers }
}

test('common.md 5 Nonce: what was used in one place is known in every other, wherever nonces are moved', async (t) => {
  const { start, use } = await open(t)
  const one = await start()
  await until(one.isAlone)
  assert.equal(one.counters.nonces.checkWithHead, undefined)
  assert.equal(await one.counters.nonces.check(use('a')), 'fresh')
  const other = await start()
  assert.equal(one.isAlone(), false)
  assert.equal(await other.counters.nonces.check(use('a')), 'repeated')
  assert.equal(await other.counters.nonces.check(use('b')), 'fresh')
  assert.equal(await one.counters.nonces.check(use('b')), 'repeated')
  await other.close()
  one.machine.advance(LOOK)
  await until(one.isAlone)
  for (const nonce of ['a', 'b']) assert.equal(await one.counters.nonces.check(use(nonce)), 'repeated')
  await one.close()
  const later = await start()
  await until(later.isAlone)
  for (const nonce of ['a', 'b']) assert.equal(await later.counters.nonces.check(use(nonce)), 'repeated')
  assert.equal(await later.counters.nonces.check(use('c')), 'fresh')
})

test('common.md 4: a window goes on wherever it is counted', async (t) => {
  const { start } = await open(t)
  const one = await start()
  const take = async ({ counters }: Server) => {
    const { allowed, remaining } = await counters.windows.take('key', WINDOW)
    return allowed ? remaining : 'refused'
  }
  assert.equal(await take(one), 4)
  await until(one.isAlone)
  assert.equal(await take(one), 3)
  const other = await start()
  assert.deepEqual([await take(other), await take(one)], [2, 1])
  await other.close()
  one.machine.advance(LOOK)
  await until(one.isAlone)
  assert.deepEqual([await take(one), await take(one)], [0, 'refused'])
})

test('after a process that was killed, what was stamped before is refused, as after a crash of the database', async (t) => {
  const { start, use, clock, url } = await open(t)
  const killed = await start()
  await until(killed.isAlone)
  const before = use('a')
  assert.equal(await killed.counters.nonces.check(before), 'fresh')
  const bystander = connect({ url, connections: 1, name: 'test' })
  await bystander`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'aviary presence' and datname = current_database()`
  await bystander.end()
  clock.advance(1_000)
  const next = await start()
  assert.equal(await next.counters.nonces.check(before), 'too-old')
  assert.equal(await next.counters.nonces.check(use('a')), 'fresh')
})

test('a session that is lost forgets nothing: what only memory knew is told before anything is counted', async (t) => {
  const { start, use, url } = await open(t)
  const one = await start()
  await until(one.isAlone)
  const ahead = { ...use('a'), timestamp: use('a').timestamp + 5 }
  assert.equal(await one.counters.nonces.check(ahead), 'fresh')
  for (let count = 0; count < 5; count += 1) await one.counters.windows.take('key', WINDOW)
  const bystander = connect({ url, connections: 1, name: 'test' })
  await bystander`select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'aviary presence' and datname = current_database()`
  await bystander.end()
  await until(() => !one.isAlone())
  assert.equal((await one.counters.windows.take('key', WINDOW)).allowed, false)
  assert.equal(await one.counters.nonces.check(ahead), 'repeated')
  assert.equal(await one.counters.nonces.check(use('b')), 'fresh')
})

type Step =
  | { readonly kind: 'nonce' | 'take'; readonly at: number; readonly what: number }
  | { readonly kind: 'start' | 'look' | 'advance' }
  | { readonly kind: 'stop'; readonly at: number }

const STEP: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('nonce' as const), at: fc.nat(1), what: fc.nat(9) }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('take' as const), at: fc.nat(1), what: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('start' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('stop' as const), at: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('look' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('advance' as const) }) },
)

test('two servers that come and go count as one would that never stops', { timeout: 60_000 }, async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(STEP, { minLength: 1, maxLength: 6 }), { maxLength: 12 }),
      async (turns) => {
        const { start, use, clock, servers } = await open(t)
        await start()
        const used = new Set<string>()
        const taken = new Map<number, number>()
        const fresh = new Map<string, number>()
        const late = new Set<string>()
        const allowed = new Map<number, number>()
        const pick = (at: number) => [...servers][at % servers.size] as Server
        const run = async (step: Step): Promise<void> => {
          switch (step.kind) {
            case 'nonce': {
              const asked = use(`${step.what}`)
              const name = `${asked.nonce} ${asked.timestamp}`
              used.add(name)
              const verdict = await pick(step.at).counters.nonces.check(asked)
              if (verdict === 'fresh') fresh.set(name, (fresh.get(name) ?? 0) + 1)
              else if (asked.timestamp < use('').timestamp && verdict === 'too-old') late.add(name)
              else assert.equal(verdict, 'repeated')
              return
            }
            case 'take': {
              taken.set(step.what, (taken.get(step.what) ?? 0) + 1)
              const { allowed: isAllowed } = await pick(step.at).counters.windows.take(`${step.what}`, WINDOW)
              if (isAllowed) allowed.set(step.what, (allowed.get(step.what) ?? 0) + 1)
              return
            }
            case 'look':
              for (const { machine } of servers) machine.advance(LOOK)
              return
            case 'start':
              if (servers.size < 2) await start()
              return
            case 'stop':
              // Whoever asks at the same time asks somebody else.
              return
            case 'advance':
              clock.advance(1_000)
          }
        }
        for (const turn of turns) {
          // All at once, while servers come and locks change hands.
          await Promise.all(turn.map(run))
          const stop = turn.find((step) => step.kind === 'stop')
          if (stop !== undefined && servers.size > 1) await pick(stop.at).close()
        }
        // On a machine that is too busy to answer between two looks a session counts as lost: then what was stamped in a second before is
        // refused, seen or not.
        for (const name of used) assert.equal(fresh.get(name) ?? (late.has(name) ? 1 : 0), 1, `nonce ${name}`)
        for (const [key, count] of taken) {
          assert.equal(allowed.get(key) ?? 0, Math.min(count, WINDOW.limit), `window ${key}`)
        }
        for (const server of [...servers]) await server.close()
      },
    ),
    { numRuns: 8 },
  )
})
