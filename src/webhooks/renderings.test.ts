import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LoggedEvent } from '../log/event.ts'
import { Renderings } from './renderings.ts'

const event = (position: bigint): LoggedEvent => ({
  kind: 'user.followed',
  position,
  at: 1,
  partition: 1,
  user_id: 1n,
  followee_id: 2n,
})

function counted(text: (count: number) => string | undefined) {
  let count = 0
  const renderings = new Renderings(
    async () => {
      count += 1
      return text(count)
    },
    (appId) => (appId < 10n ? '2020-08-12' : '2018-05-13'),
  )
  const textOf = async (position: bigint, userId = 1n, origin = 'https://one.example', appId = 1n) =>
    (await renderings.get(event(position), { userId, origin, appId }))?.octets.toString()
  return { renderings, textOf }
}

test('an event is rendered once for all recipients that get the same body', async () => {
  const { textOf } = counted(String)
  assert.deepEqual(await Promise.all([textOf(1n), textOf(1n)]), ['1', '1'])
  assert.equal(await textOf(1n, 2n), '2')
  assert.equal(await textOf(1n, 1n, 'https://other.example'), '3')
  assert.equal(await textOf(2n), '4')
  assert.equal(await textOf(1n), '1')
})

test('apps with the same API day share the bodies', async () => {
  const { textOf } = counted(String)
  const of = (appId: bigint) => textOf(1n, 1n, 'https://one.example', appId)
  assert.deepEqual([await of(1n), await of(2n), await of(10n), await of(11n)], ['1', '1', '2', '2'])
})

test('after a new event, earlier renderings are not used', async () => {
  const { renderings, textOf } = counted(String)
  assert.equal(await textOf(1n), '1')
  renderings.apply()
  assert.equal(await textOf(1n), '2')
})

test('a failed rendering is retried, and a body may be undefined', async () => {
  const failing = counted((count) => {
    if (count === 1) throw new Error('not now')
    return String(count)
  })
  await assert.rejects(failing.textOf(1n), /not now/)
  assert.equal(await failing.textOf(1n), '2')
  assert.equal(await counted(() => undefined).textOf(1n), undefined)
})

test('the cache keeps at most a few MiB', async () => {
  const { textOf } = counted((count) => `${count}`.padEnd(2 ** 20, ' '))
  for (let position = 1n; position <= 5n; position++) await textOf(position)
  assert.equal((await textOf(1n))?.trim(), '6')
})
