/**
 * Discards the rest of a request body. A client that is still sending then sees the response before the connection
 * ends.
 */
import type { IncomingMessage } from 'node:http'
import type { Clock } from '../lib/time/clock.ts'

/** Limits for the discarded rest. When the rest exceeds a limit, the server closes the connection. */
const MAX_DISCARDED_BYTES = 1024 * 1024
const DISCARD_TIMEOUT_MS = 2_000

/**
 * Reads and discards the rest of a body, within limits. A connection that is closed with unread bytes is reset, and the
 * reset may reach the client before the response. Never throws.
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
