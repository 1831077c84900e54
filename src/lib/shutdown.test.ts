import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../../test/support/test-clock.ts'
import { createLogger } from './log.ts'
import { type Phase, shutDown } from './shutdown.ts'

/** Runs the phases with a stopped clock, and returns the log. */
function begin(phases: readonly Phase[]) {
  const clock = new TestClock()
  const lines: { phase: string; outcome?: string; level: number }[] = []
  const logger = createLogger('debug', { write: (line: string) => lines.push(JSON.parse(line)) })
  return { clock, lines, done: shutDown(phases, clock, logger) }
}

/** Lets pending microtasks run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
}

test('phases run in order', async () => {
  const seen: string[] = []
  const phase = (name: string): Phase => ({
    name,
    atMost: 1_000,
    run: async () => {
      seen.push(`${name} begins`)
      await settle()
      seen.push(`${name} ends`)
    },
  })
  const { lines, done } = begin([phase('a'), phase('b')])
  await done
  assert.deepEqual(seen, ['a begins', 'a ends', 'b begins', 'b ends'])
  assert.deepEqual(
    lines.map(({ phase, outcome, level }) => [phase, outcome, level]),
    [
      ['a', 'done', 20],
      ['b', 'done', 20],
    ],
  )
})

test('a phase that takes too long is logged, and the next phase starts', async () => {
  let second = false
  const { clock, lines, done } = begin([
    { name: 'stuck', atMost: 5_000, run: () => new Promise(() => undefined) },
    {
      name: 'next',
      atMost: 1,
      run: async () => {
        second = true
      },
    },
  ])
  clock.advance(4_999)
  await settle()
  assert.equal(second, false)
  clock.advance(1)
  await done
  assert.equal(second, true)
  assert.deepEqual([lines[0]?.phase, lines[0]?.outcome, lines[0]?.level], ['stuck', 'too slow', 40])
})

test('a phase that rejects or throws is logged, and the other phases run', async () => {
  const { lines, done } = begin([
    { name: 'broken', atMost: 10, run: () => Promise.reject(new Error('no')) },
    {
      name: 'worse',
      atMost: 10,
      run: () => {
        throw new Error('no')
      },
    },
    { name: 'fine', atMost: 10, run: async () => undefined },
  ])
  await done
  const outcomes = lines.filter(({ outcome }) => outcome !== undefined)
  assert.deepEqual(
    outcomes.map(({ outcome }) => outcome),
    ['failed', 'failed', 'done'],
  )
})
