import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { ASSUMED, interpolate, MEASURED } from '../../bench/simulate/costs.ts'
import { simulate, weightedQuantile } from '../../bench/simulate/model.ts'
import { ceilings, nodesFor } from '../../bench/simulate/plan.ts'
import { GroupLog, sumOf, WorkQueue } from '../../bench/simulate/queues.ts'
import { uniformOf } from '../../src/demo/random.ts'
import { poisson } from '../../src/testing/traffic/shape.ts'

describe('queues', () => {
  test('a queue has the mean waiting time of M/D/1', () => {
    const [service, load, slots] = [10, 0.7, 2_000_000]
    const queue = new WorkQueue(1, service * 1_000)
    const uniform = uniformOf(1)
    let [count, total] = [0, 0]
    for (let now = 0; now < slots; now += 1) {
      queue.push({ at: now, count: poisson(uniform, load / service) })
      for (const batch of queue.serve(1)) {
        count += batch.count
        total += batch.count * (now + 1 - batch.at)
      }
    }
    const expected = service + (load * service) / (2 * (1 - load))
    const mean = total / count
    assert.ok(Math.abs(mean / expected - 1) < 0.06, `${mean} ms, expected ${expected}`)
    assert.ok(Math.abs(queue.utilisation - load) < 0.02, `busy ${queue.utilisation}`)
  })

  test('time in which a queue is empty does not shorten the processing of later items', () => {
    const queue = new WorkQueue(1, 1_000)
    queue.serve(100)
    queue.push({ at: 100, count: 5 })
    assert.deepEqual(queue.serve(2), [{ at: 100, count: 2 }])
  })

  test('a log with enough waiting posts always commits groups of the maximum size', () => {
    const log = new GroupLog(
      [
        [1, 1_000],
        [10, 2_000],
      ],
      1,
    )
    log.push({ at: 0, count: 1_000 })
    const commits = log.run(20)
    assert.deepEqual(
      commits.map(({ at, batches }) => [at, sumOf(batches)]),
      Array.from({ length: 10 }, (_, turn) => [2 * (turn + 1), 10]),
    )
    assert.equal(log.utilisation, 1)
    assert.equal(log.inside, 900)
  })

  test('each group has the posts of one node', () => {
    const log = new GroupLog([[10, 1_000]], 4)
    log.push({ at: 0, count: 8 })
    assert.deepEqual(
      log.run(10).map(({ batches }) => sumOf(batches)),
      [2, 2, 1, 1, 1, 1],
    )
  })
})

describe('costs', () => {
  test('a cost between two measured points is interpolated, and a cost above the last point is extrapolated', () => {
    const points = [
      [1, 10],
      [3, 30],
      [5, 40],
    ] as const
    assert.deepEqual(
      [0.5, 1, 2, 3, 4, 7].map((size) => interpolate(points, size)),
      [10, 10, 20, 30, 35, 50],
    )
  })

  test('a quantile counts each value as often as it occurred', () => {
    const counts = new Map([
      [9, 1],
      [2, 99],
    ])
    assert.deepEqual([weightedQuantile(counts, 0.5), weightedQuantile(counts, 1)], [2, 9])
  })

  test('ceilings are sorted by their rate, and more load never needs fewer nodes', () => {
    const rates = ceilings(MEASURED, ASSUMED).map(({ rate }) => rate)
    assert.deepEqual(
      rates,
      rates.toSorted((a, b) => a - b),
    )
    const [few, many] = [nodesFor(MEASURED, ASSUMED, 1_000), nodesFor(MEASURED, ASSUMED, 20_000)]
    assert.ok(many.api > few.api && many.streams >= few.streams && many.webhooks >= few.webhooks)
  })
})

for (const hasRelay of [true, false]) {
  test(`each post is either refused, waiting, behind or delivered, ${hasRelay ? 'with' : 'without'} a relay`, () => {
    const around = { ...ASSUMED, hasRelay }
    const nodes = nodesFor(MEASURED, around, 5_700)
    const scenario = { costs: MEASURED, around, nodes, seconds: 2, rateAt: () => 60_000 }
    const outcome = simulate(scenario, uniformOf(3))
    assert.ok(outcome.refused > 0 && outcome.delivered > 0)
    assert.equal(outcome.arrived, outcome.refused + outcome.committed + outcome.waiting)
    assert.equal(outcome.committed, outcome.delivered + outcome.behind)
    assert.deepEqual(simulate(scenario, uniformOf(3)), outcome)
  })
}
