/**
 * Tests that the counts of messages of the compliance stream survive a restart (docs/decisions/0126-stored-volume.md).
 */
import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { query } from '../../db/query.ts'
import { VOLUME_HOURS_RETAINED } from '../../domain/compliance/volume-hours.ts'
import type { LogEntry } from '../../log/event.ts'
import { Messages } from './messages.ts'
import { StoredVolume } from './stored-volume.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

const countRows = query<Record<never, never>>()((k) =>
  k.selectFrom('compliance_hours').select(['partition', 'messages']),
)

/** A process that counts messages. */
async function open(store: Parameters<typeof StoredVolume.open>[0]['store'], clock: TestClock) {
  const warnings: string[] = []
  const messages = new Messages(clock)
  const logger = { warn: (_: unknown, text?: string) => void warnings.push(text ?? '') }
  const stored = await StoredVolume.open({ store, clock, logger }, messages)
  const add = (position: number, partition: number | undefined, name = 'delete') => {
    const entry = { kind: 'post.deleted', position: BigInt(position), at: clock.now(), partition }
    messages.add(entry as unknown as LogEntry, `{"${name}":{}}\r\n`)
  }
  const read = (unit: 'hour' | 'day') =>
    messages.volume.read(unit).map(({ partition, name, count }) => `${partition} ${name} ${count}`)
  return { messages, stored, add, read, warnings }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)

  test(`the counts of hours and days are still there after a restart, on ${engine}`, async (t) => {
    const { store } = await testRuntime(t, await freshConfig(t, engine))
    const clock = new TestClock()
    const first = await open(store, clock)
    const begun = clock.now()
    first.add(1, 3)
    first.add(2, 3)
    first.add(3, 5, 'user_suspend')
    first.add(4, undefined, 'gap')
    await first.stored.close()
    clock.advance(2 * DAY_MS)
    const second = await open(store, clock)
    assert.deepEqual(second.read('hour').toSorted(), first.read('day').toSorted())
    assert.equal(second.messages.sinceOf('day'), begun)
    assert.equal(second.messages.sinceOf('minute'), clock.now())
    second.add(5, 3)
    await second.stored.close()
    clock.advance(2 * DAY_MS)
    const third = await open(store, clock)
    assert.deepEqual(third.read('hour'), ['3 delete 1'], 'the others are older than three days')
    assert.equal(third.read('day').filter((each) => each.startsWith('3 delete')).length, 2)
    await third.stored.close()
  })

  test(`two processes with one log count each message once, and old counts are deleted, on ${engine}`, async (t) => {
    const config = await freshConfig(t, engine)
    const { store } = await testRuntime(t, config)
    const { store: otherStore } = await testRuntime(t, config)
    const clock = new TestClock()
    const [one, other] = [await open(store, clock), await open(otherStore, clock)]
    for (const each of [one, other]) each.add(1, 1)
    await one.stored.store()
    for (const each of [one, other]) each.add(2, 1)
    await Promise.all([other.stored.store(), one.stored.store()])
    for (const each of [one, other]) await each.stored.close()
    const present = await open(store, clock)
    assert.deepEqual(present.read('hour'), ['1 delete 2'])
    await present.stored.close()
    clock.advance((VOLUME_HOURS_RETAINED + 2) * HOUR_MS)
    const later = await open(store, clock)
    later.add(3, 2)
    await later.stored.close()
    const rows = await store.rows(countRows, {})
    assert.deepEqual(
      rows.map(({ partition, messages }) => [Number(partition), Number(messages)]),
      [[2, 1]],
    )
  })
}

slowOnPostgres('sqlite')('counts that could not be stored wait for the next minute', async (t) => {
  const { store } = await testRuntime(t, await freshConfig(t, 'sqlite'))
  const clock = new TestClock()
  let isBroken = true
  const flaky = new Proxy(store, {
    get(target, name) {
      if (name === 'write' && isBroken) return () => Promise.reject(new Error('the disk is full'))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const { stored, add, warnings } = await open(flaky, clock)
  add(1, 1)
  await assert.rejects(stored.store(), /disk is full/)
  add(2, 1)
  clock.advance(60_000)
  await assert.rejects(stored.store(), /disk is full/)
  assert.equal(warnings.length, 1)
  isBroken = false
  await stored.close()
  assert.deepEqual((await open(store, clock)).read('hour'), ['1 delete 2'])
})
