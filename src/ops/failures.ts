/** What went wrong here is told to the log; who asked is told no more than what to do. */
import type { FastifyInstance } from 'fastify'
import { type FailedModeration, failureOf } from '../domain/moderation/moderate.ts'

export const FAILURE_MESSAGES: Readonly<Record<FailedModeration['failed'], string>> = {
  'store-unavailable': 'The database could not do this now; try again in a moment.',
  internal: 'Something went wrong here; the log of the server says what.',
}

/** Answers 503 when the database cannot do something now and 500 for all else that fails, in the words of {@link FAILURE_MESSAGES}. */
export function hideFailures(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    // What the framework refuses is the fault of who asked, and says what it is.
    if (status >= 400 && status < 500) return reply.send(error)
    request.log.error({ err: error }, 'a request of the operations listener failed')
    const failed = failureOf(error)
    return reply.code(failed === 'internal' ? 500 : 503).send({ error: FAILURE_MESSAGES[failed] })
  })
}
