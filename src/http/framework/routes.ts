/** Finds the endpoint of a path (docs/decisions/0133-one-table-of-routes.md). */
import findMyWay, { type HTTPMethod, type HTTPVersion, type Instance } from 'find-my-way'
import type { CallerFacts, Endpoint } from '../endpoint.ts'

/** Maximum characters of a path parameter; a longer parameter matches no route. */
const MAX_PATH_PARAMETER_LENGTH = 512

/** The methods of all routes. */
export const ROUTED_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

/** Index of an endpoint in the list from which the table was made, and the values of the path parameters. */
export interface Route {
  readonly index: number
  readonly params: Readonly<Record<string, string>>
}

/** @param target path with or without a query; its percent escapes must be valid */
export type FindRoute = (method: string, target: string) => Route | undefined

type Routed = Pick<Endpoint<CallerFacts, unknown>, 'method' | 'paths' | 'isEndless'>

/**
 * Tables, each under a text that contains all of its routes. A process has few tables: one for each set of endpoints
 * that a listener serves.
 */
const tables = new Map<string, FindRoute>()

/**
 * The table of these endpoints. A table contains only indexes into the list, so all servers of a process can share it.
 * @throws {Error} when two endpoints have the same method and path
 */
export function routesOf(endpoints: readonly Routed[]): FindRoute {
  const key = endpoints.map((endpoint) => `${methodsOf(endpoint)} ${endpoint.paths}`).join('\n')
  let table = tables.get(key)
  if (table === undefined) {
    table = tableOf(endpoints)
    tables.set(key, table)
  }
  return table
}

const NO_QUERY = {}

function tableOf(endpoints: readonly Routed[]): FindRoute {
  // The library needs a handler for each route. The table never calls these handlers.
  const router: Instance<HTTPVersion.V1> = findMyWay({
    maxParamLength: MAX_PATH_PARAMETER_LENGTH,
    // The pipeline reads queries itself.
    querystringParser: () => NO_QUERY,
  })
  for (const [index, endpoint] of endpoints.entries()) {
    for (const path of endpoint.paths) router.on(methodsOf(endpoint), path, never, { index })
  }
  return (method, target) => {
    const found = router.find(method as HTTPMethod, target)
    if (found === null) return undefined
    const { index } = found.store as Pick<Route, 'index'>
    // No path has an optional parameter, so no value is undefined.
    return { index, params: found.params as Route['params'] }
  }
}

function never(): void {
  throw new Error('the table of routes calls no handler')
}

/** GET endpoints also accept HEAD (RFC 9110 section 9.3.2), except endless streams. */
function methodsOf({ method, isEndless = false }: Routed): HTTPMethod[] {
  return method === 'GET' && !isEndless ? ['GET', 'HEAD'] : [method]
}
