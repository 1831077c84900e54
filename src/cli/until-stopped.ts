/** Waits until a server must stop. */
import type { Server } from '../server.ts'
import { DONE, FAILED } from './exit-codes.ts'
import type { Streams } from './output.ts'
import { type HangUps, untilSignal } from './signals.ts'

/**
 * Resolves when a server must stop: after a signal, or when its database has lost events that the server has already
 * read. After such a loss, the memory of the server contradicts the database (docs/decisions/0161-lost-history.md). The
 * server writes the reason and stops. The signal handlers are set immediately.
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
  // If the database has lost events, `lost` is already resolved and wins the race; otherwise DONE wins.
  return Promise.race([lost, DONE])
}
