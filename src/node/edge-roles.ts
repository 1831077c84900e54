/** Refuses requests that belong to a role that this node does not have (docs/decisions/0152-roles.md). */

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
 * The error for requests of an endpoint whose role this node does not have. A load balancer has sent the request to the
 * wrong node. The request succeeds at a node that has the role. Undefined for an endpoint that this node serves.
 */
export function roleRefusal(roles: readonly Role[], family: string, endpoint: Placed): EdgeError | undefined {
  const role = roleOf(family, endpoint)
  return roles.includes(role)
    ? undefined
    : new EdgeError('over-capacity', `this node has not the role ${role}`)
}
