/** Roles at the public edge: a node without a role refuses its requests (docs/decisions/0152-roles.md). */

import { EdgeError } from '../http/endpoint.ts'
import type { Role } from '../lib/hosts/roles.ts'

interface Placed {
  readonly isEndless?: boolean
}

/** Streams of the console are part of its pages, so they belong to the role `api`. */
export function roleOf(family: string, { isEndless = false }: Placed): Role {
  return isEndless && family !== 'console' ? 'streams' : 'api'
}

/**
 * The error for requests of an endpoint whose role the node does not have: a load balancer has sent them to the wrong node, and the
 * same request succeeds at another one. Undefined for an endpoint that the node serves.
 */
export function roleRefusal(roles: readonly Role[], family: string, endpoint: Placed): EdgeError | undefined {
  const role = roleOf(family, endpoint)
  return roles.includes(role)
    ? undefined
    : new EdgeError('over-capacity', `this node has not the role ${role}`)
}
