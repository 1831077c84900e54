import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import { WorkerLeaseLost } from './ids/snowflake.ts'
import { createLogger, OUTAGE_EVERY_MS } from './log.ts'
import { Outage } from './outage.ts'

class Full extends Outage {
  override readonly name = 'Full'
}

function stage() {
  const clock = new TestClock()
  const lines: Record<string, unknown>[] = []
  const logger = createLogger('info', { write: (line: string) => lines.push(JSON.parse(line)) }, clock)
  return { clock, lines, logger }
}

test('refused writes log at most one line in 10 s, without a stack, with the number of omitted lines', () => {
  const { clock, lines, logger } = stage()
  const disk = Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
  const full = new Full('there is no room left', { cause: disk })
  for (let count = 0; count < 100; count += 1) logger.error({ err: full, job: 'a' }, 'a chore failed')
  assert.equal(lines.length, 1)
  const [{ time, ...line } = {}] = lines
  assert.deepEqual(line, {
    level: 50,
    err: { type: 'Full', message: 'there is no room left', cause: disk.message },
    job: 'a',
    msg: 'a chore failed',
  })
  assert.ok(time)
  logger.error({ err: full }, 'a request failed')
  assert.equal(lines.length, 2, 'another place')
  logger.error({ err: new Error('wrapped', { cause: disk }) }, 'a request failed')
  assert.equal(lines.length, 3, 'another kind, found in what it comes from')
  assert.doesNotMatch(JSON.stringify(lines), /stack/)
  clock.advance(OUTAGE_EVERY_MS)
  logger.child({ of: 'a child' }).error({ err: full }, 'a chore failed')
  assert.deepEqual([lines[3]?.['unlogged'], lines[3]?.['of']], [99, 'a child'])
})

test('other errors keep their stacks, and each of them is logged', () => {
  const { lines, logger } = stage()
  for (let count = 0; count < 3; count += 1) logger.error({ err: new TypeError('a bug') }, 'a request failed')
  assert.equal(lines.length, 3)
  assert.match(JSON.stringify(lines[2]), /"stack":"TypeError: a bug/)
  logger.info('only words')
  logger.error(new Full('given alone'))
  assert.equal(lines.length, 5)
})

test('each item that a reader skips is logged, even when several items fail for the same reason', () => {
  const { clock, lines, logger } = stage()
  const leave = (reader: string, item: string) =>
    logger.error({ err: new Full(`${item} is damaged`), reader, item }, 'an item failed and was left out')
  for (const item of ['post 1', 'post 2', 'post 2']) leave('search', item)
  leave('webhooks', 'post 2')
  assert.deepEqual(
    lines.map(({ reader, item }) => `${reader} ${item}`),
    ['search post 1', 'search post 2', 'webhooks post 2'],
  )
  clock.advance(OUTAGE_EVERY_MS)
  leave('search', 'post 2')
  assert.equal(lines[3]?.['unlogged'], 1)
})

test('a failed worker lease logs one line without a stack, like a refused write', () => {
  const { lines, logger } = stage()
  for (let count = 0; count < 10; count += 1) {
    logger.error({ err: new WorkerLeaseLost('no number') }, 'a request failed')
  }
  assert.equal(lines.length, 1)
  assert.doesNotMatch(JSON.stringify(lines), /stack/)
})
