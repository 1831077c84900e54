/** Options of the framework for applications whose routes have no schemas. */
import type { FastifyServerOptions } from 'fastify'

function refuse(): never {
  throw new Error('a route has a schema of the framework; declare its parameters with defineEndpoint')
}

/** The validator and serializer of the framework, which nothing uses, are not loaded: that takes as long as the framework. */
export const NO_SCHEMAS: Pick<FastifyServerOptions, 'schemaController'> = {
  schemaController: { compilersFactory: { buildValidator: () => refuse, buildSerializer: () => refuse } },
}
