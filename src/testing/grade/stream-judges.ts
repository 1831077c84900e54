/**
 * Grades the connections of a stream by the documented rules (spec/post-streams.md#reconnection,
 * spec/compliance-stream.md#client-reconnection).
 */
import type { Connection, GradedRow } from './attempt.ts'
import { seconds } from './attempt.ts'
import { FORCED_WAIT_MS, type StreamKind, type StreamStep, type StreamTrial } from './stream-script.ts'

/** Waits may be 10 % shorter than the documentation requires. */
const TOLERANCE = 0.9
/** Maximum milliseconds before an immediate reconnection, including the time to connect. */
const AT_ONCE_MS = 5_000
const NETWORK_MIN_MS = 200
const NETWORK_MAX_MS = 20_000
const HTTP_FIRST_MS = 5_000
const HTTP_MAX_MS = 320_000
const RATE_FIRST_MS = 60_000
/** Minimum factor between two successive waits; the documented factor is 2. */
const GROWTH = 1.5
/**
 * Allowed read timeouts in milliseconds. Streams of posts send keep-alives every 20 s, and the documented timeout is 90
 * s. The compliance stream sends keep-alives every 10 s, and the documented timeout is above 30 s.
 */
const STALL_MS = {
  posts: { min: 20_000, max: 100_000 },
  compliance: { min: 30_000, max: 100_000 },
} as const

export interface StreamRun {
  readonly kind: StreamKind
  readonly steps: readonly StreamStep[]
  readonly connections: readonly Connection[]
  readonly isQuick: boolean
  /** The time at which the run ended. */
  readonly endedAt: number
}

/** A rule about reconnection, with the function that judges the connections of a trial. */
interface Judge {
  readonly trial: StreamTrial
  /** The kind of streams that has this rule; default: both kinds. */
  readonly only?: StreamKind
  readonly expected: string
  readonly change: string
  judge(run: StreamRun, met: readonly Connection[]): Omit<GradedRow, 'name' | 'expected' | 'change'>
}

/**
 * Milliseconds from the end of each connection to the start of the next connection; undefined if no connection
 * followed.
 */
export function gapsAfter(
  { connections }: Pick<StreamRun, 'connections'>,
  met: readonly Connection[],
): (number | undefined)[] {
  return met.map((connection) => {
    const next = connections[connections.indexOf(connection) + 1]
    if (next === undefined || connection.endedAt === undefined) return undefined
    return Math.max(0, next.at - connection.endedAt)
  })
}

const NEVER_BACK = { grade: 'fail', seen: 'the client did not connect again' } as const

/** Makes a function that judges the waits in a trial. @param wrongIn returns true for waits that break the rule */
function byGaps(wrongIn: (gaps: readonly number[], met: readonly Connection[]) => boolean): Judge['judge'] {
  return (run, met) => {
    const gaps = gapsAfter(run, met)
    const known = gaps.filter((gap) => gap !== undefined)
    if (known.length < gaps.length) return NEVER_BACK
    const waits = known.map(seconds).join(', ')
    return { grade: wrongIn(known, met) ? 'fail' : 'pass', seen: `connected again after ${waits}` }
  }
}

/** True if each wait is either longer than the previous wait by the factor {@link GROWTH}, or has the maximum. */
export function isGrowing(gaps: readonly number[], max: number): boolean {
  return gaps.every((gap, index) => {
    const before = gaps[index - 1]
    return before === undefined || gap >= Math.min(before * GROWTH, max * TOLERANCE)
  })
}

const JUDGES: readonly Judge[] = [
  {
    trial: 'drop',
    expected: `connects again at once after a cut (within ${seconds(AT_ONCE_MS)})`,
    change: 'Connect again without a wait when an established stream is cut; wait only when that fails.',
    judge: byGaps(([gap = 0]) => gap > AT_ONCE_MS),
  },
  {
    trial: 'network',
    expected: `waits 0.25 s after a failed connection, 0.25 s longer each time, at most 16 s`,
    change: 'After an error of the network wait 250 ms, then 250 ms longer each time, up to 16 s.',
    judge: byGaps((gaps) =>
      gaps.some(
        (gap, index) =>
          gap < NETWORK_MIN_MS || gap > NETWORK_MAX_MS || gap < (gaps[index - 1] ?? 0) * TOLERANCE,
      ),
    ),
  },
  {
    trial: 'http-error',
    expected: 'waits 5 s after a 503, doubled each time, at most 320 s',
    change: 'After an HTTP error wait 5 s, then twice as long each time, up to 320 s.',
    judge: byGaps((gaps) => (gaps[0] ?? 0) < HTTP_FIRST_MS * TOLERANCE || !isGrowing(gaps, HTTP_MAX_MS)),
  },
  {
    trial: 'disconnect',
    expected: 'connects again after a disconnect message for operational reasons',
    change:
      'Read disconnect messages, and connect again after one that names operational reasons or a restart.',
    judge: byGaps(() => false),
  },
  {
    trial: 'rate-limit',
    expected: 'waits a minute after a 429, doubled each time, or until x-rate-limit-reset',
    change:
      'After a 429 wait until x-rate-limit-reset; without that header a minute, then twice as long each time.',
    judge: byGaps((gaps, met) => {
      const isAfterReset = met.every(
        ({ resetAt, endedAt = 0 }, index) =>
          resetAt !== undefined && endedAt + (gaps[index] ?? 0) >= resetAt - 1_000,
      )
      if (isAfterReset) return false
      return (gaps[0] ?? 0) < RATE_FIRST_MS * TOLERANCE || !isGrowing(gaps, Number.POSITIVE_INFINITY)
    }),
  },
  {
    trial: 'stall',
    only: 'posts',
    expected: 'closes a silent stream after 20 to 100 s, and connects again at once',
    change:
      'Run a timer of 90 s that every byte restarts, keep-alives too; close and connect again when it ends.',
    judge: judgeStall,
  },
  {
    trial: 'stall',
    only: 'compliance',
    expected: 'closes a silent stream after 30 to 100 s, and connects again at once',
    change:
      'Run a timer above 30 s that every byte restarts, keep-alives too; close and connect again when it ends.',
    judge: judgeStall,
  },
  {
    trial: 'forced-disconnect',
    only: 'posts',
    expected: 'stays away after a disconnect message for another connection of the app',
    change: 'Do not connect again after this message: two clients would end each other without end.',
    judge(run, met) {
      const [gap] = gapsAfter(run, met)
      const minimum = FORCED_WAIT_MS[run.isQuick ? 'quick' : 'whole']
      if (gap === undefined) return { grade: 'pass', seen: 'did not connect again' }
      return {
        grade: gap >= minimum * TOLERANCE ? 'pass' : 'fail',
        seen: `connected again after ${seconds(gap)}`,
      }
    },
  },
]

function judgeStall(run: StreamRun, met: readonly Connection[]): ReturnType<Judge['judge']> {
  const [connection] = met
  const [gap] = gapsAfter(run, met)
  if (connection?.endedAt === undefined || !connection.isLeft) {
    return { grade: 'fail', seen: `stayed on the silent stream for ${waited(run, connection)}` }
  }
  const silentMs = connection.endedAt - connection.at
  const seen = `closed it after ${seconds(silentMs)}`
  if (gap === undefined) return { grade: 'fail', seen: `${seen}, and did not connect again` }
  const { min, max } = STALL_MS[run.kind]
  const isRight = silentMs >= min && silentMs <= max && gap <= AT_ONCE_MS
  return { grade: isRight ? 'pass' : 'fail', seen: `${seen}, and connected again after ${seconds(gap)}` }
}

function waited({ endedAt }: StreamRun, connection: Connection | undefined): string {
  return seconds((connection?.endedAt ?? endedAt) - (connection?.at ?? endedAt))
}

/** A report row for each rule, in the order of the script. */
export function gradeStream(run: StreamRun): readonly GradedRow[] {
  const judges = JUDGES.filter(({ only }) => only === undefined || only === run.kind)
  return [keepAliveRow(run), ...judges.map((judge) => judgedRow(run, judge))]
}

function metIn({ steps, connections }: StreamRun, trial: StreamTrial): readonly Connection[] {
  return connections.filter(({ step }) => steps[step]?.trial === trial)
}

function judgedRow(run: StreamRun, { trial, expected, change, judge }: Judge): GradedRow {
  const met = metIn(run, trial)
  if (met.length === 0) return { name: trial, grade: 'not-seen', expected, seen: 'no connection came so far' }
  const { grade, seen } = judge(run, met)
  return { name: trial, grade, expected, seen, ...(grade === 'fail' ? { change } : {}) }
}

/**
 * False if the client of a compliance stream left before the end of the quiet time. On a stream of posts, the caller
 * knows this from the messages, because no message is sent in the quiet time. The compliance stream also sends
 * positions in the quiet time, so this function compares the durations.
 */
function hasSeenKeepAlives({ kind, steps, endedAt }: StreamRun, connection: Connection): boolean {
  const lasted = (connection.endedAt ?? endedAt) - connection.at
  return kind === 'posts' || lasted >= (steps[connection.step]?.quietMs ?? 0) * TOLERANCE
}

/** The row about keep-alives. For some time, the first connection receives only keep-alives. */
function keepAliveRow(run: StreamRun): GradedRow {
  const expected = 'stays connected while only keep-alives come'
  const [connection] = metIn(run, 'drop')
  if (connection === undefined)
    return { name: 'keep-alive', grade: 'not-seen', expected, seen: 'no stream was opened' }
  if (connection.messages > 0 && hasSeenKeepAlives(run, connection))
    return { name: 'keep-alive', grade: 'pass', expected, seen: 'stayed until the next post' }
  return {
    name: 'keep-alive',
    grade: 'fail',
    expected,
    seen: `left after ${waited(run, connection)}`,
    change: 'Count empty lines as signs of life: they restart the timer of silent streams.',
  }
}
