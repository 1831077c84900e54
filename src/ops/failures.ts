/** Errors of the admin listener: the log has the details, the response only advice. */
import type { FastifyInstance } from 'fastify'
import { type FailedModeration, failureOf } from '../domain/moderation/moderate.ts'

export const FAILURE_MESSAGES: Readonly<Record<FailedModeration['failed'], string>> = {
  'store-unavailable': 'The database could not do this now; try again in a moment.',
  internal: 'Something went wrong here; the log of the server says what.',
}

/** Responds with 503 to failures of the database and with 500 to all others, with a text of {@link FAILURE_MESSAGES}. */
export function hideFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    // Client errors of the framework, with a text that is safe to send.
    if (status >= 400 && status < 500) return reply.send(error)
    request.log.error({ err: error }, 'a request of the admin listener failed')
    const failed = failureOf(error)
    return reply.code(failed === 'internal' ? 500 : 503).send({ error: FAILURE_MESSAGES[failed] })
  })
}
