/** Reading what nobody wants, so that a client which is still sending sees its answer before the connection ends. */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../lib/time/clock.ts'

/** Bytes, and milliseconds, that a connection is kept for it. */
const MAX_DISCARDED_BYTES = 1024 * 1024
const DISCARD_TIMEOUT_MS = 2_000

/**
 * Reads the rest of a body and throws it away, within bounds. A connection that is closed over unread bytes is
 * reset, and a reset may reach the client before the answer does. Never throws.
 */
export function discardBody(request: IncomingMessage, clock: Clock): Promise<void> {
  return new Promise((resolve) => {
    let left = MAX_DISCARDED_BYTES
    const done = () => {
      cancel()
      request.off('data', onData).off('end', done).off('close', done)
      resolve()
    }
    const onData = (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) done()
    }
    const cancel = clock.after(DISCARD_TIMEOUT_MS, done)
    if (request.readableEnded || request.destroyed) return done()
    request.on('error', ignore)
    request.on('data', onData).on('end', done).on('close', done)
  })
}

function ignore(): void {}
