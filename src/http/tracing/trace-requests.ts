/**
 * Records requests as spans of a trace, by the conventions of OpenTelemetry for HTTP servers
 * (docs/decisions/0130-traces.md).
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Tracing } from '../../lib/tracing/tracing.ts'

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/**
 * Wraps a handler, so that each request becomes a span. The span ends when the code has handed the whole response to
 * Node. For a stream, it ends when the code has handed over the headers. The span contains neither the requested path
 * nor the query, because they may contain secrets.
 * @param route the declared path; undefined for requests without an endpoint
 */
export function tracedHandler(
  tracing: Tracing,
  route: string | undefined,
  family: string,
  handler: Handler,
): Handler {
  return (request, reply) => {
    const { raw, method } = request
    const attributes = {
      'http.request.method': method,
      ...(route === undefined ? {} : { 'http.route': route }),
      'url.scheme': 'encrypted' in raw.socket && raw.socket.encrypted === true ? 'https' : 'http',
      'network.protocol.version': raw.httpVersion,
      'user_agent.original': raw.headers['user-agent'] ?? '',
      'aviary.family': family,
      'aviary.transaction': request.id,
    }
    const name = route === undefined ? method : `${method} ${route}`
    const parent = { headers: raw.headers }
    return tracing.run(name, { kind: 'server', parent, attributes }, async (span) => {
      await handler(request, reply)
      const { statusCode } = reply
      span.set({ 'http.response.status_code': statusCode })
      if (statusCode >= 500) span.fail(String(statusCode))
    })
  }
}
