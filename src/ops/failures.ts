/** Logs internal errors and hides their details from the response. */
import type { FastifyInstance } from 'fastify'
import { type FailedModeration, failureOf } from '../domain/moderation/moderate.ts'
import { ControlRefused, type RefusedControl } from '../testing/refused.ts'

export const FAILURE_MESSAGES: Readonly<Record<FailedModeration['failed'], string>> = {
  'store-unavailable': 'The database is not available now; try again in a moment.',
  internal: 'Internal error; see the log of the server.',
}

const CONTROL_STATUSES: Readonly<Record<RefusedControl, number>> = {
  invalid: 400,
  'not-found': 404,
  conflict: 409,
}

/**
 * Responds with 404 to unknown paths, with 4xx to refused test controls and wrong requests, with 503 when the database
 * is not available, and with 500 to other errors. The messages of 503 and 500 come from {@link FAILURE_MESSAGES}.
 */
export function hideFailures(app: FastifyInstance): void {
  app.setNotFoundHandler(({ method, url }, reply) => {
    const [path = ''] = url.split('?', 1)
    return reply
      .code(CONTROL_STATUSES['not-found'])
      .send({ error: `The admin listener has no ${method} ${path}; see docs/operating.md.` })
  })
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ControlRefused) {
      return reply.code(CONTROL_STATUSES[error.reason]).send({ error: `${error.message}.` })
    }
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
    // A 4xx error of the framework is about the request, so the client gets its message.
    if (status >= 400 && status < 500 && error instanceof Error)
      return reply.code(status).send({ error: error.message })
    request.log.error({ err: error }, 'a request of the admin listener failed')
    const failed = failureOf(error)
    return reply.code(failed === 'internal' ? 500 : 503).send({ error: FAILURE_MESSAGES[failed] })
  })
}
