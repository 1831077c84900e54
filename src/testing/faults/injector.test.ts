import assert from 'node:assert/strict'
import { test } from 'node:test'
import { publicFamilies } from '../../api/_families.ts'
import { FaultInjector, type FaultSubject } from './injector.ts'

const CALL: FaultSubject = {
  method: 'GET',
  path: '/2/tweets/7',
  endpoint: '/2/tweets/:id',
  appId: 1n,
  userId: 2n,
}

/** The numbers of the calls that a fault affects. */
function hits(fault: object, seed = 0, calls = 10): number[] {
  const injector = new FaultInjector()
  injector.vocabulary = { families: publicFamilies(), disconnects: [] }
  injector.load(JSON.stringify({ seed, faults: [{ ...fault, do: { error: 503 } }] }))
  return Array.from({ length: calls }, (_, index) => index + 1).filter(
    () => injector.select('requests', CALL).length > 0,
  )
}

test('a fault selects calls by their number, or by `every`, `from` and `to`; `times` limits the number of calls that the fault affects', () => {
  assert.deepEqual(hits({}), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  assert.deepEqual(hits({ calls: 3 }), [3])
  assert.deepEqual(hits({ calls: { every: 4 } }), [4, 8])
  assert.deepEqual(hits({ calls: { from: 3, to: 5 } }), [3, 4, 5])
  assert.deepEqual(hits({ calls: { every: 2, from: 5 } }), [6, 8, 10])
  assert.deepEqual(hits({ calls: { from: 2 }, times: 2 }), [2, 3])
})

test('path, method, app and user of a fault select requests', () => {
  for (const fault of [
    { path: '/2/tweets/7' },
    { path: '/2/tweets/:id' },
    { path: '/2/**' },
    { path: '/2/*/*' },
    { method: 'GET' },
    { app: '1', user: '2' },
  ]) {
    assert.equal(hits(fault).length, 10, JSON.stringify(fault))
  }
  for (const fault of [
    { path: '/2/*' },
    { path: '/2/tweets/8' },
    { method: 'POST' },
    { app: '2' },
    { user: '1' },
  ]) {
    assert.equal(hits(fault).length, 0, JSON.stringify(fault))
  }
})

test('a fault with a probability selects the same calls for the same seed', () => {
  const fault = { probability: 0.3 }
  assert.deepEqual(hits(fault, 7, 1000), hits(fault, 7, 1000))
  assert.notDeepEqual(hits(fault, 7, 1000), hits(fault, 8, 1000))
  const share = hits(fault, 7, 10_000).length / 10_000
  assert.ok(share > 0.27 && share < 0.33, String(share))
  assert.equal(hits({ probability: 0 }).length, 0)
  assert.equal(hits({ probability: 1 }).length, 10)
})

test('every fault counts its calls, and a new plan resets the counts to 0', () => {
  const injector = new FaultInjector()
  injector.vocabulary = { families: publicFamilies(), disconnects: [] }
  const text = '{"faults":[{"name":"a","calls":2,"do":{"error":503}},{"name":"b","do":{"delay_ms":1}}]}'
  injector.load(text)
  for (let call = 0; call < 3; call += 1) injector.select('requests', CALL)
  assert.deepEqual(injector.counts(), [
    { name: 'a', on: 'requests', calls: 3, hits: 1 },
    { name: 'b', on: 'requests', calls: 3, hits: 3 },
  ])
  injector.load(text)
  assert.deepEqual(injector.counts()[1], { name: 'b', on: 'requests', calls: 0, hits: 0 })
  injector.clear()
  assert.deepEqual([injector.isEmpty, injector.counts()], [true, []])
})
