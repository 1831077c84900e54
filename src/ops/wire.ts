/**
 * Writes the header names of the admin listener in lower case, as the public listeners do (spec/contract.md#wire-rules). Node
 * adds missing headers in mixed case.
 */
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import { HttpDates } from '../http/headers.ts'
import { createHttpServer, KEEP_ALIVE_MS } from '../http/listener.ts'
import type { Clock } from '../lib/time/clock.ts'

/** The HTTP server of the listener. Its responses to unreadable requests have lower-case header names, too. */
export function opsServer(clock: Clock): FastifyServerFactory {
  const bodyFor = (status: number) => JSON.stringify({ error: `${STATUS_CODES[status]}.` })
  const options = { bodyFor, now: () => clock.now(), tls: undefined, http2: false, endsEmptyBodies: true }
  return (handler) => createHttpServer(options, handler).server
}

/** Sets `date` and `connection` of every response, so that Node does not. */
export function writeLowerCase(app: FastifyInstance, clock: Clock): void {
  const dates = new HttpDates()
  app.addHook('onSend', async ({ raw }, reply) => {
    const { connection = '' } = raw.headers
    const isOlder = raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0
    // The framework sets `connection: close` while it is closing.
    const asked = reply.getHeader('connection') ?? connection
    const isLast = isOlder || /\bclose\b/i.test(String(asked))
    reply.header('date', dates.at(clock.now()))
    reply.header('connection', isLast ? 'close' : 'keep-alive')
    if (!isLast) reply.header('keep-alive', `timeout=${KEEP_ALIVE_MS / 1000}`)
  })
}
