/**
 * Lower-case header names on the admin listener, as on the public listeners (spec/contract.md#wire-rules). Node would
 * add missing headers in mixed case.
 */
import { STATUS_CODES } from 'node:http'
import type { FastifyInstance, FastifyServerFactory } from 'fastify'
import { HttpDates } from '../http/headers.ts'
import { createHttpServer, KEEP_ALIVE_MS } from '../http/listener.ts'
import type { Clock } from '../lib/time/clock.ts'

/** Server factory of the listener; its responses to malformed requests have lower-case headers, too. */
export function opsServer(clock: Clock): FastifyServerFactory {
  const bodyFor = (status: number) => JSON.stringify({ error: `${STATUS_CODES[status]}.` })
  const options = { bodyFor, now: () => clock.now(), tls: undefined, http2: false }
  return (handler) => createHttpServer(options, handler).server
}

/** Sets date and connection headers of every response, so that Node does not. */
export function writeLowerCase(app: FastifyInstance, clock: Clock): void {
  const dates = new HttpDates()
  app.addHook('onSend', async ({ raw }, reply) => {
    const { connection = '' } = raw.headers
    const isOlder = raw.httpVersionMajor === 1 && raw.httpVersionMinor === 0
    // The framework sets the header itself while it closes.
    const requested = reply.getHeader('connection') ?? connection
    const isLast = isOlder || /\bclose\b/i.test(String(requested))
    reply.header('date', dates.at(clock.now()))
    reply.header('connection', isLast ? 'close' : 'keep-alive')
    if (!isLast) reply.header('keep-alive', `timeout=${KEEP_ALIVE_MS / 1000}`)
  })
}
