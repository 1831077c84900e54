/** Ends a process when its work is done, or at a signal. */
import { constants } from 'node:os'
import { systemClock } from '../lib/time/clock.ts'

/** Signals of Ctrl-C, of process managers, and of a terminal that closes. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Signals that stop a server whose SIGHUP has another meaning. */
const STOP_ONLY = ['SIGINT', 'SIGTERM'] as const

type StopSignal = (typeof STOP_SIGNALS)[number]

/**
 * A second signal within this time counts as the first one: a terminal sends Ctrl-C to every process of a command, and npm,
 * which is one of them, forwards it.
 */
const ECHO_MS = 500

/** Keeps the process alive until the returned function is called. Timers of the clock and listeners do not do that. */
export function keepRunning(): () => void {
  const alive = setInterval(() => undefined, 2 ** 30)
  return () => clearInterval(alive)
}

/**
 * Calls `onFirst` at the first of the signals; a later one ends the process immediately with 128 plus its number.
 * @returns a function that removes the handlers
 */
export function onSignal(onFirst: () => void, signals: readonly StopSignal[] = STOP_SIGNALS): () => void {
  let firstAt: number | undefined
  const onStop = (signal: StopSignal) => {
    const now = systemClock.monotonic()
    if (firstAt === undefined) {
      firstAt = now
      onFirst()
    } else if (now - firstAt >= ECHO_MS) process.exit(128 + constants.signals[signal])
  }
  for (const signal of signals) process.on(signal, onStop)
  return () => {
    for (const signal of signals) process.off(signal, onStop)
  }
}

export interface HangUps {
  /** Calls `work` at every SIGHUP, and now if there was one before. */
  handle(work: () => void): void
  /** Ignores SIGHUP from now on, because the server stops and reads no file again. */
  ignore(): void
}

/** Treats SIGHUP as a request to read files again. Without this call, SIGHUP ends the process. */
export function takeHangUps(): HangUps {
  let work: (() => void) | undefined
  let isPending = false
  process.on('SIGHUP', () => {
    if (work === undefined) isPending = true
    else work()
  })
  return {
    handle(handler) {
      work = handler
      if (isPending) handler()
    },
    ignore() {
      work = () => undefined
    },
  }
}

/**
 * Resolves at the first SIGINT, SIGTERM or SIGHUP; a later one ends the process immediately.
 * @param otherEnd resolves when the process should stop without a signal
 * @param hangUps receives SIGHUP, which then does not end the process
 */
export function untilSignal(otherEnd?: Promise<unknown>, hangUps?: HangUps): Promise<void> {
  return new Promise((resolve) => {
    const letExit = keepRunning()
    const end = () => {
      hangUps?.ignore()
      letExit()
      resolve()
    }
    const removeHandlers = onSignal(end, hangUps === undefined ? STOP_SIGNALS : STOP_ONLY)
    otherEnd?.then(removeHandlers).then(end)
  })
}

/**
 * Ends the process at the first of the signals, until the returned function is called. This is the default of Node, but not for
 * the first process of a container, and without the removal of temporary files.
 */
export function endAtSignal(signals: readonly StopSignal[] = STOP_ONLY): () => void {
  const ends = signals.map((signal) => [signal, () => process.exit(128 + constants.signals[signal])] as const)
  for (const [signal, end] of ends) process.on(signal, end)
  return () => {
    for (const [signal, end] of ends) process.off(signal, end)
  }
}

/** Thrown by {@link interruptible} and by password prompts. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor() {
    super('interrupted; nothing was changed')
  }
}

/**
 * Runs work that can be aborted and then leaves nothing behind. The first SIGINT, SIGTERM or SIGHUP aborts the signal, a
 * later one ends the process immediately.
 * @throws {Interrupted} when the work was aborted
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController()
  const leave = onSignal(() => controller.abort(new Interrupted()))
  try {
    return await work(controller.signal)
  } finally {
    leave()
  }
}
