/** Waits for the end of a server. */
import type { Server } from '../server.ts'
import { DONE, FAILED } from './exit-codes.ts'
import type { Streams } from './output.ts'
import { type HangUps, untilSignal } from './signals.ts'

/**
 * Resolves when a server must stop: at a signal, or when its database has lost events that it has read, because the memory of
 * the process is of a history that is gone (docs/decisions/0161-lost-history.md). Writes that reason before the server stops.
 * The handlers of signals are set at the call.
 * @returns the exit code
 */
export async function untilStopped(
  { tail }: Pick<Server, 'tail'>,
  { err }: Pick<Streams, 'err'>,
  hangUps?: HangUps,
): Promise<number> {
  const lost = tail.lost.then((error) => {
    err.write(`aviary: ${error.message}\n`)
    return FAILED
  })
  await untilSignal(lost, hangUps)
  // A race with a value that is there takes the first promise that has settled.
  return Promise.race([lost, DONE])
}
