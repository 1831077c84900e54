import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { advisoryLocks } from '../../../test/support/advisory-locks.ts'
import { testDatabase } from '../../../test/support/databases.ts'
import { until } from '../../../test/support/patience.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { StoreUnavailable } from '../errors.ts'
import { Places } from './places.ts'
import { connect } from './session.ts'

async function open(t: TestContext) {
  const url = await testDatabase(t)
  const bystander = connect({ url, connections: 1, name: 'test' })
  t.after(() => bystander.end())
  const make = () => {
    const clock = new TestClock()
    const places = new Places(url, clock)
    t.after(() => places.close())
    const lost: string[] = []
    return { clock, places, lost, take: (name: string) => places.take(name, () => lost.push(name)) }
  }
  /** Ends the sessions of all, as a restart of the database would; what they held is free when this returns. */
  const endAll = async () => {
    await bystander`select pg_terminate_backend(pid) from pg_stat_activity
      where application_name = 'aviary places' and datname = current_database()`
    await until(async () => (await holders()) === 0)
  }
  const holders = () => advisoryLocks(bystander, 'held')
  return { make, endAll, holders }
}

test('a place is of one, until it is given back or its session ends', async (t) => {
  const { make } = await open(t)
  const [one, other] = [make(), make()]
  assert.equal(await one.take('a'), true)
  assert.equal(await other.take('a'), false)
  assert.equal(await other.take('b'), true)
  one.places.give('a')
  // In one session statements come one after the other.
  assert.equal(await one.take('a'), true)
  assert.equal(await other.take('a'), false)
  one.places.give('a')
  await until(() => other.take('a'))
  await other.places.close()
  await until(() => one.take('a'))
  await assert.rejects(other.take('a'), StoreUnavailable)
  one.places.give('never taken')
})

test('a session that ends is replaced, and what it held is held again', async (t) => {
  const { make, endAll, holders } = await open(t)
  const [one, other] = [make(), make()]
  for (const name of ['a', 'b', 'c']) assert.equal(await one.take(name), true)
  await endAll()
  one.places.give('c')
  // Its turn comes with its clock.
  await until(async () => {
    one.clock.advance(250)
    return (await holders()) === 2
  })
  assert.equal(await other.take('a'), false)
  assert.equal(await other.take('c'), true)
  assert.deepEqual(one.lost, [])
})

test('a place that another took meanwhile is lost, and the others are not', async (t) => {
  const { make, endAll } = await open(t)
  const [one, other] = [make(), make()]
  for (const name of ['a', 'b']) assert.equal(await one.take(name), true)
  await endAll()
  assert.equal(await other.take('a'), true)
  await until(() => {
    one.clock.advance(250)
    return one.lost.length > 0
  })
  assert.deepEqual(one.lost, ['a'])
  // It comes after what was held before.
  assert.equal(await one.take('d'), true)
  assert.equal(await other.take('b'), false)
  one.places.give('a')
  assert.equal(await one.take('a'), false)
})

test('whoever takes a place while the session is lost holds what was held before, too', async (t) => {
  const { make, endAll } = await open(t)
  const [one, other] = [make(), make()]
  assert.equal(await one.take('a'), true)
  await endAll()
  await until(async () => (await one.take('b').catch(() => false)) === true)
  assert.equal(await other.take('a'), false)
  assert.deepEqual(one.lost, [])
})
