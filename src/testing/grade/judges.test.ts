import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import * as fc from '../../../test/support/properties.ts'
import { type Connection, type GradedRow, type PageRequest, UNKNOWN } from './attempt.ts'
import { gradePaging } from './paging-judges.ts'
import { PAGING_SCRIPT } from './paging-script.ts'
import { gradeMissed, gradeReceived } from './received.ts'
import { reportLines, reportMarkdown } from './report.ts'
import { gradeStream, isGrowing, type StreamRun } from './stream-judges.ts'
import { type StreamKind, type StreamTrial, streamScript } from './stream-script.ts'

const SCRIPTS = { posts: streamScript(false), compliance: streamScript(false, 'compliance') }
const steps = SCRIPTS.posts

/** The waits of a client that follows every rule, in milliseconds. */
const RIGHT: Readonly<Record<StreamTrial, readonly number[]>> = {
  drop: [100],
  network: [250, 500, 750],
  'http-error': [5_000, 10_000, 20_000],
  disconnect: [1_000],
  'rate-limit': [60_000, 120_000],
  stall: [200],
  'forced-disconnect': [],
  watch: [],
}

interface Behaviour {
  readonly gaps?: Partial<Record<StreamTrial, readonly number[]>>
  readonly stallMs?: number
  readonly resetAfterMs?: number
  /** Number of steps that the client reaches. Default: all steps; on streams of posts, all steps except the last. */
  readonly met?: number
  readonly kind?: StreamKind
}

/** The report rows of a client with the given behaviour. */
function graded(behaviour: Behaviour): GradedRow[] {
  return [...gradeStream(runOf(behaviour))]
}

function runOf({
  gaps = {},
  stallMs = 90_000,
  resetAfterMs,
  kind = 'posts',
  met = SCRIPTS[kind].length - (kind === 'posts' ? 1 : 0),
}: Behaviour): StreamRun {
  const steps = SCRIPTS[kind]
  const seen = new Map<StreamTrial, number>()
  let at = 1_000_000
  const connections = steps.slice(0, met).map(({ trial }, step): Connection => {
    const length = trial === 'stall' ? stallMs : trial === 'drop' ? 66_000 : 1_000
    const index = seen.get(trial) ?? 0
    seen.set(trial, index + 1)
    const endedAt = at + length
    const isError = ['network', 'http-error', 'rate-limit'].includes(trial)
    const connection = {
      ...{ step, at, endedAt, status: 200, isLeft: trial === 'stall', messages: isError ? 0 : 2 },
      resetAt: resetAfterMs === undefined ? undefined : endedAt + resetAfterMs,
      asksToResume: kind === 'compliance',
    }
    at = endedAt + ({ ...RIGHT, ...gaps }[trial][index] ?? 0)
    return connection
  })
  return { kind, steps, connections, isQuick: false, endedAt: at }
}

const failed = (rows: readonly GradedRow[]) =>
  rows.flatMap(({ grade, name }) => (grade === 'fail' ? [name] : []))

describe('spec/post-streams.md#reconnection: grades of streams', () => {
  test('a client that follows every rule passes all trials', () => {
    const rows = graded({})
    assert.deepEqual(
      rows.map(({ grade }) => grade),
      rows.map(() => 'pass'),
    )
  })

  for (const [what, behaviour, names] of [
    ['waits after a drop', { gaps: { drop: [6_000] } }, ['drop']],
    ['never waits after failed connections', { gaps: { network: [10, 10, 10] } }, ['network']],
    ['waits for a shorter time at each attempt', { gaps: { network: [900, 600, 300] } }, ['network']],
    ['waits a minute after failed connections', { gaps: { network: [60_000, 60_000, 60_000] } }, ['network']],
    ['reconnects too soon after a 503', { gaps: { 'http-error': [1_000, 2_000, 4_000] } }, ['http-error']],
    ['never waits longer after a 503', { gaps: { 'http-error': [5_000, 5_000, 5_000] } }, ['http-error']],
    ['reconnects too soon after a 429', { gaps: { 'rate-limit': [5_000, 10_000] } }, ['rate-limit']],
    ['disconnects too early during a stall', { stallMs: 5_000 }, ['stall']],
    ['disconnects too late during a stall', { stallMs: 110_000 }, ['stall']],
    ['waits after a stall', { gaps: { stall: [60_000] } }, ['stall']],
  ] as const satisfies readonly (readonly [string, Behaviour, readonly string[]])[]) {
    test(`fails ${names[0]}: ${what}`, () => assert.deepEqual(failed(graded(behaviour)), names))
  }

  test('a client that waits until x-rate-limit-reset passes, even if the wait is short', () => {
    assert.deepEqual(failed(graded({ gaps: { 'rate-limit': [8_000, 8_000] }, resetAfterMs: 8_500 })), [])
    assert.deepEqual(failed(graded({ gaps: { 'rate-limit': [8_000, 8_000] }, resetAfterMs: 30_000 })), [
      'rate-limit',
    ])
  })

  test('after a forced disconnect, a reconnection within a minute fails, and a later reconnection passes', () => {
    const all = { met: steps.length }
    const back = (gap: number) => failed(graded({ ...all, gaps: { 'forced-disconnect': [gap] } }))
    assert.deepEqual(back(1_000), ['forced-disconnect'])
    assert.deepEqual(back(70_000), [])
  })

  test('a client that does not reconnect fails the trial, and later trials are not observed', () => {
    const rows = graded({ met: 5 })
    assert.deepEqual(failed(rows), ['http-error'])
    assert.deepEqual(
      rows.filter(({ grade }) => grade === 'not-seen').map(({ name }) => name),
      ['disconnect', 'rate-limit', 'stall', 'forced-disconnect'],
    )
    assert.deepEqual(failed(graded({ met: 0 })), [])
  })

  test('waits that double up to the maximum count as growing, and equal waits do not', () => {
    const max = 320_000
    fc.assert(
      fc.property(
        fc.integer({ min: 1_000, max: 10_000 }),
        fc.integer({ min: 2, max: 12 }),
        (first, length) => {
          const doubled = Array.from({ length }, (_, index) => Math.min(first * 2 ** index, max))
          assert.ok(isGrowing(doubled, max))
          assert.ok(!isGrowing(new Array(length).fill(first), max))
        },
      ),
    )
  })
})

describe('spec/compliance-stream.md#client-reconnection: grades of the compliance stream', () => {
  const compliance = (behaviour: Behaviour) => runOf({ ...behaviour, kind: 'compliance' })

  test('a client that follows every rule passes all trials; there is no forced disconnect', () => {
    const rows = gradeStream(compliance({}))
    assert.deepEqual(
      rows.map(({ name, grade }) => [name, grade]),
      ['keep-alive', 'drop', 'network', 'http-error', 'disconnect', 'rate-limit', 'stall'].map((name) => [
        name,
        'pass',
      ]),
    )
  })

  test('a client with a read timeout below 30 s fails, although keep-alives arrive every 10 s', () => {
    assert.deepEqual(failed([...gradeStream(compliance({ stallMs: 25_000 }))]), ['stall'])
    assert.deepEqual(failed([...gradeStream(runOf({ stallMs: 25_000 }))]), [])
  })

  test('a position message does not prove that the client counts keep-alives as activity', () => {
    const run = compliance({})
    const [first, ...others] = run.connections
    const early = { ...(first as Connection), at: (first?.endedAt ?? 0) - 15_000 }
    assert.deepEqual(failed([...gradeStream({ ...run, connections: [early, ...others] })]), ['keep-alive'])
  })

  test('a client that asks to resume fails if it misses deletions', () => {
    const whole = compliance({})
    const last = whole.connections.at(-1)?.at ?? 0
    const published = new Map([
      ['1', last - 2],
      ['2', last - 1],
      ['3', last],
    ])
    const gradeOf = (text: string | undefined, run = whole) => gradeMissed(text, published, run)?.grade
    assert.equal(gradeOf('1\n2\n'), 'pass')
    assert.equal(gradeOf('2\n3\n'), 'fail')
    assert.equal(gradeOf(undefined), 'not-seen')
    assert.equal(gradeOf('2\n', compliance({ met: 5 })), 'not-seen')
    const connections = whole.connections.map((connection) => ({ ...connection, asksToResume: false }))
    assert.equal(gradeOf('2\n', { ...whole, connections }), 'not-seen')
    assert.equal(gradeOf('2\n', runOf({})), undefined)
  })
})

/**
 * Converts texts to page requests. A text consists of the sent cursor, the next cursor, the wait in milliseconds and
 * the number of items. `-` stands for no cursor, and `?` for a cursor that the log does not have.
 */
function pagesOf(texts: readonly string[]): PageRequest[] {
  return texts.map((text, step) => {
    const [cursor = '', next = '', , items = '100'] = text.split(' ')
    const at = texts.slice(0, step + 1).reduce((sum, one) => sum + Number(one.split(' ')[2] ?? 10_000), 0)
    return {
      ...{ step, at, endedAt: at, status: 200, items: Number(items) },
      resetAt: PAGING_SCRIPT[step] === 'rate-limit' ? at + 10_000 : undefined,
      cursor: cursor === '-' ? undefined : cursor,
      next: next === '-' ? undefined : next === '?' ? UNKNOWN : next,
    }
  })
}

const gradesOf = (rows: readonly GradedRow[]) =>
  Object.fromEntries(rows.map(({ name, grade }) => [name, grade]))

const GOOD = ['- a', 'a -', 'a b', 'b -', 'b c', 'c -', 'c d', 'd -']

describe('spec/followers.md#cursors: grades of pages', () => {
  test('a client that repeats failed requests for pages and stops after the last page passes', () => {
    assert.deepEqual(gradesOf(gradePaging(pagesOf(GOOD))), {
      paging: 'pass',
      'page-rate-limit': 'pass',
      'page-unavailable': 'pass',
      'page-cut-body': 'pass',
    })
  })

  for (const [what, texts, name, grade] of [
    ['ends at an empty page', ['- a', 'a -', 'a b 10000 0'], 'paging', 'fail'],
    ['ends before the last page', ['- a', 'a -', 'a b'], 'paging', 'fail'],
    ['continues after the last page', [...GOOD, '- a'], 'paging', 'fail'],
    ['skips a page', ['- a', 'a -', 'x b'], 'page-rate-limit', 'fail'],
    ['does not wait for the reset', ['- a', 'a -', 'a b 2000'], 'page-rate-limit', 'fail'],
    ['ends after a 429', ['- a', 'a -'], 'page-rate-limit', 'fail'],
    ['ends after a 429', ['- a', 'a -'], 'paging', 'not-seen'],
    ['retries at once after a 503', ['- a', 'a -', 'a b', 'b -', 'b c 10'], 'page-unavailable', 'fail'],
    ['ends after a truncated response', GOOD.slice(0, 6), 'page-cut-body', 'fail'],
    ['requests only one page', ['- -'], 'paging', 'not-seen'],
    ['requests pages whose cursors the log does not have', ['- ?', 'a -', 'a b'], 'paging', 'not-seen'],
    ['requests nothing', [], 'paging', 'not-seen'],
  ] as const) {
    test(`${name} is ${grade}: ${what}`, () => {
      assert.equal(gradesOf(gradePaging(pagesOf(texts)))[name], grade)
    })
  }
})

test('a client that handles an id twice fails; ids that the server did not publish do not count', () => {
  const published = new Map(['1', '2', '3'].map((id) => [id, 0]))
  const gradeOf = (text: string | undefined) => gradeReceived(text, published).grade
  assert.equal(gradeOf('1\n2\n3\n'), 'pass')
  assert.equal(gradeOf('got "1"\r\n2\n1\n'), 'fail')
  assert.equal(gradeOf('9\n9\n'), 'not-seen')
  assert.equal(gradeOf(''), 'not-seen')
  assert.equal(gradeOf(undefined), 'not-seen')
})

test('the report has the expected behaviour and advice for each failed trial', () => {
  const rows = [...graded({ gaps: { drop: [6_000] } }), ...gradePaging([])]
  const lines = reportLines(rows).join('\n')
  assert.match(lines, /FAIL {2}drop .*6\.0 s\n.*Expected: .*\n.*Change: /)
  assert.match(lines, /7 passed, 1 failed, 4 were not seen\.$/)
  const page = reportMarkdown('Grades of a | client', rows)
  assert.match(page, /^# Grades of a \\\| client\n/)
  assert.equal(page.match(/^\|/gm)?.length, rows.length + 2)
})
