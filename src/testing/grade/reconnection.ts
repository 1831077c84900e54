/** Grades the waits of a client between the attempts to open a stream; pure. */

export type ErrorClass = 'drop' | 'tcp' | 'http' | 'rate-limit'
export type Grade = 'pass' | 'fail' | 'not-seen'

/** One row of a report; texts for people. */
export interface GradeRow {
  readonly expected: string
  readonly seen: string
  readonly grade: Grade
  /** The advice for the author of the client; undefined unless the grade is `fail`. */
  readonly change: string | undefined
}

interface BackOff {
  readonly expected: string
  readonly change: string
  /** The shortest accepted wait before the n-th attempt, from 0, in milliseconds. */
  readonly minimumMs: (n: number) => number
  /** The longest accepted wait before the first attempt, in milliseconds. */
  readonly firstMaximumMs: number
}

/** Clients add jitter, and the network shortens gaps: a wait may be a tenth shorter than the rule. */
const TOLERANCE = 0.9

const BACK_OFFS: Readonly<Record<ErrorClass, BackOff>> = {
  drop: {
    expected: 'one attempt immediately',
    change: 'Reconnect within 2 s after an established connection drops.',
    minimumMs: () => 0,
    firstMaximumMs: 2_000,
  },
  tcp: {
    expected: 'waits that grow by 250 ms, up to 16 s',
    change: 'After a TCP/IP error wait 250 ms, and 250 ms longer each time, up to 16 s.',
    minimumMs: (n) => Math.min(250 * (n + 1), 16_000),
    firstMaximumMs: 16_000,
  },
  http: {
    expected: 'waits of 5 s, doubled each time, up to 320 s',
    change: 'After an HTTP error wait 5 s, and twice as long each time, up to 320 s.',
    minimumMs: (n) => Math.min(5_000 * 2 ** n, 320_000),
    firstMaximumMs: 320_000,
  },
  'rate-limit': {
    expected: 'waits of 60 s, doubled each time',
    change: 'After 420 or 429 wait 60 s, and twice as long each time.',
    minimumMs: (n) => 60_000 * 2 ** n,
    firstMaximumMs: Number.POSITIVE_INFINITY,
  },
}

/**
 * Grades the waits after consecutive errors of one class; `gapsMs` are milliseconds from the end of an attempt to the next one.
 * `quick` grades the first wait only. Waits longer than the rule pass, except a first one that leaves the client without data.
 * spec/post-streams.md#reconnection, spec/compliance-stream.md#client-reconnection
 */
export function gradeReconnection(errors: ErrorClass, gapsMs: readonly number[], quick = false): GradeRow {
  const rule = BACK_OFFS[errors]
  const judged = quick ? gapsMs.slice(0, 1) : gapsMs
  const [first] = judged
  if (first === undefined) {
    return { expected: rule.expected, seen: 'no other attempt', grade: 'not-seen', change: undefined }
  }
  const passes =
    first <= rule.firstMaximumMs && judged.every((gap, n) => gap >= TOLERANCE * rule.minimumMs(n))
  return {
    expected: rule.expected,
    seen: `waits of ${judged.map((gap) => `${(gap / 1000).toFixed(2)} s`).join(', ')}`,
    grade: passes ? 'pass' : 'fail',
    change: passes ? undefined : rule.change,
  }
}
