/** Options of the framework for applications whose routes have no schemas. */
import type { FastifyServerOptions } from 'fastify'

function refuse(): never {
  throw new Error('a route has a schema of the framework; declare its parameters with defineEndpoint')
}

/**
 * Prevents the framework from loading its validator and its serializer. No route uses these modules, and loading them
 * takes as long as loading the framework itself.
 */
export const NO_SCHEMAS: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: { compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse } },
}
