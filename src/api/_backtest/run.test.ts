import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../../test/support/test-clock.ts'
import { EdgeError } from '../../http/endpoint.ts'
import { Semaphore } from '../../lib/async/semaphore.ts'
import { Problem } from '../_problems.ts'
import { runBacktest } from './run.ts'

/** A full queue: one backtest runs in the only slot, and the queue has no place for a backtest that waits. */
async function full() {
  const backtests = new Semaphore(1, 0)
  const { promise, resolve } = Promise.withResolvers<void>()
  const inside = backtests.run(() => promise)
  const services = { clock: new TestClock(), searchDays: 7, backtests }
  type Run = Parameters<typeof runBacktest>
  const run = (token?: string) =>
    runBacktest(services as unknown as Run[0], token, [], () => ({ take: () => undefined }))
  const leave = async () => {
    resolve()
    await inside
  }
  return { run, leave }
}

test('503 when the maximum number of backtests wait', async () => {
  const { run, leave } = await full()
  await assert.rejects(run(), (error) => error instanceof EdgeError && error.reason === 'over-capacity')
  await leave()
})

test('400/2 a wrong token is refused immediately, even if the queue is full', async () => {
  const { run, leave } = await full()
  await assert.rejects(run('x'), (error) => error instanceof Problem && error.entry.status === 400)
  await leave()
})
