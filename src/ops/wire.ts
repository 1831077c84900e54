/**
 * Writes the header names of the admin listener in lower case, as on the public listeners
 * (spec/contract.md#wire-rules). Node would add missing headers in mixed case.
 */
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import { HttpDates } from '../http/headers.ts'
import { createHttpServer, KEEP_ALIVE_MS } from '../http/listener.ts'
import type { Clock } from '../lib/time/clock.ts'

/** The HTTP server of the listener. Its responses to unreadable requests also have header names in lower case. */
export function opsServer(clock: Clock): FastifyServerFactory {
  const bodyFor = (status: number) => JSON.stringify({ error: `${STATUS_CODES[status]}.` })
  const options = { bodyFor, now: () => clock.now(), tls: undefined, http2: false, endsEmptyBodies: true }
  return (handler) => createHttpServer(options, handler).server
}

/** Sets `date` and `connection` in every response, so that Node does not add them. */
export function writeLowerCase(app: FastifyInstance, clock: Clock): void {
  const dates = new HttpDates()
  app.addHook('onSend', async ({ raw }, reply) => {
    const { connection = '' } = raw.headers
    const isOlder = raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0
    // While the server is closing, the framework sets `connection: close`.
    const asked = reply.getHeader('connection') ?? connection
    const isLast = isOlder || /\bclose\b/i.test(String(asked))
    reply.header('date', dates.at(clock.now()))
    reply.header('connection', isLast ? 'close' : 'keep-alive')
    if (!isLast) reply.header('keep-alive', `timeout=${KEEP_ALIVE_MS / 1000}`)
  })
}
