/** Defines the faults for the connections to a stream. Each connection is a step. */
import type { Fault } from '../library/control-types.ts'

/** A run grades one kind of stream, which the client's first connection determines. */
export type StreamKind = 'posts' | 'compliance'

/** @param path declared path of a stream */
export function kindOf(path: string): StreamKind {
  return path.startsWith('/stream/') ? 'compliance' : 'posts'
}

export type StreamTrial =
  | 'drop'
  | 'network'
  | 'http-error'
  | 'disconnect'
  | 'rate-limit'
  | 'stall'
  | 'forced-disconnect'
  | 'watch'

export interface StreamStep {
  readonly trial: StreamTrial
  /** The faults for a connection to a path. */
  faults(path: string): readonly Fault[]
  /** Milliseconds from the start of the connection during which only keep-alives are sent. */
  readonly quietMs: number
  /** Maximum milliseconds to wait for the end of this connection, and then again for the next connection. */
  readonly patienceMs: number
}

/** Milliseconds between posts while a stream is open. */
export const POST_EVERY_MS = 300

/**
 * Milliseconds of the quiet time. It is longer than the interval of keep-alives, which is 20 s, and 10 s on the
 * compliance stream.
 */
const QUIET_MS = { whole: 65_000, quick: 25_000 } as const

/** Milliseconds after a forced disconnect in which a client must not reconnect. */
export const FORCED_WAIT_MS = { whole: 60_000, quick: 20_000 } as const

/** Milliseconds in which a client that resumes receives missed events on the last connection. */
export const CATCH_UP_MS = 5_000

const MINUTE = 60_000

const onRequest =
  (action: Extract<Fault, { on?: 'requests' }>['do']) =>
  (path: string): readonly Fault[] => [{ path, do: action }]

const onStream =
  (...actions: readonly Extract<Fault, { on: 'streams' }>['do'][]) =>
  (path: string): readonly Fault[] =>
    actions.map((action) => ({ on: 'streams', path, do: action }))

/** The name of a disconnect message in each API. The compliance stream has only some of the messages. */
interface DisconnectNames {
  readonly v11: string
  readonly v2: string
  readonly compliance?: string
}

function disconnects({ v11, v2, compliance }: DisconnectNames, after: number) {
  return (path: string) => {
    const ofPosts = path.startsWith('/1.1/') ? v11 : v2
    const name = kindOf(path) === 'compliance' ? compliance : ofPosts
    return name === undefined ? [] : onStream({ after, disconnect: name })(path)
  }
}

const OPERATIONAL = { v11: 'shutdown', v2: 'OperationalDisconnect', compliance: 'restart' }
const FORCED = { v11: 'duplicate-stream', v2: 'ForceDisconnect' }

const step = (
  trial: StreamTrial,
  faults: StreamStep['faults'],
  more: Partial<StreamStep> = {},
): StreamStep => ({ trial, faults, quietMs: 0, patienceMs: 2 * MINUTE, ...more })

/**
 * The steps of a run. @param isQuick true for one failure of each kind; in this case only the first wait is graded
 */
export function streamScript(isQuick: boolean, kind: StreamKind = 'posts'): readonly StreamStep[] {
  const repeat = (number: number, one: StreamStep) => new Array<StreamStep>(isQuick ? 1 : number).fill(one)
  const length = isQuick ? 'quick' : 'whole'
  return [
    step('drop', onStream({ after: 2, cut: true }), { quietMs: QUIET_MS[length] }),
    ...repeat(3, step('network', onRequest({ cut: 'request' }))),
    ...repeat(3, step('http-error', onRequest({ error: 503 }), { patienceMs: 7 * MINUTE })),
    step('disconnect', duplicated(disconnects(OPERATIONAL, 6)), { patienceMs: 6 * MINUTE }),
    ...repeat(2, step('rate-limit', onRequest({ error: 429 }), { patienceMs: 17 * MINUTE })),
    step('stall', onStream({ after: 1, stall: true })),
    ...(kind === 'compliance'
      ? []
      : [step('forced-disconnect', disconnects(FORCED, 1), { patienceMs: FORCED_WAIT_MS[length] })]),
    step('watch', () => []),
  ]
}

/** Faults that also send each post of the connection twice, for the trial of duplicates. */
function duplicated(faults: StreamStep['faults']): StreamStep['faults'] {
  return (path) => [...onStream({ duplicate: true })(path), ...faults(path)]
}
