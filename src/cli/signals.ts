/** Ends a process after its work, or after a signal. */
import { constants } from 'node:os'
import { systemClock } from '../lib/time/clock.ts'

/** The signals that Ctrl-C, process managers and a closing terminal send. */
export const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** The signals that stop a server whose files are reloaded by SIGHUP. */
const STOP_ONLY = ['SIGINT', 'SIGTERM'] as const

type StopSignal = (typeof STOP_SIGNALS)[number]

/**
 * Milliseconds within which a second signal counts as a copy of the first. A terminal sends the signal of
 * Ctrl-C to npm and to its child process, and npm forwards the signal, so the child process gets it twice.
 */
const ECHO_MS = 500

/**
 * Keeps the process alive until the returned function is called. Timers of the clock and signal handlers do not keep
 * the process alive.
 */
export function keepRunning(): () => void {
  const alive = setInterval(() => undefined, 2 ** 30)
  return () => clearInterval(alive)
}

/**
 * Calls `onFirst` at the first signal. A later signal ends the process immediately, with the exit code 128 plus the
 * signal number.
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
  /** Calls `work` at every SIGHUP, and immediately if a SIGHUP has already arrived. */
  handle(work: () => void): void
  /** Ignores further SIGHUPs while the server stops. */
  ignore(): void
}

/** Takes over SIGHUP, which would end the process by default, so that a SIGHUP can reload files. */
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
 * Resolves at the first SIGINT, SIGTERM or SIGHUP. A later signal ends the process immediately.
 * @param otherEnd a promise that resolves when the process should stop without a signal
 * @param hangUps a handler of SIGHUP; with a handler, SIGHUP does not resolve the promise
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
 * From now on, the first signal ends the process. The returned function turns this off. Node also ends a
 * process at a signal by default. However, Node does not end the first process of a container, and does not
 * run the `exit` handlers, which remove temporary files.
 */
export function endAtSignal(signals: readonly StopSignal[] = STOP_ONLY): () => void {
  const ends = signals.map((signal) => [signal, () => process.exit(128 + constants.signals[signal])] as const)
  for (const [signal, end] of ends) process.on(signal, end)
  return () => {
    for (const [signal, end] of ends) process.off(signal, end)
  }
}

/** Thrown by {@link interruptible} and by password prompts after an interruption. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'

  constructor() {
    super('interrupted; nothing was changed')
  }
}

/**
 * Runs work that can be aborted and that removes its results when it is aborted. The first SIGINT, SIGTERM or SIGHUP
 * aborts `signal`. A later signal ends the process immediately.
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
