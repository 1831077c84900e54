/** What a caller may do, once it is known: the last three rows of the order of common.md section 2. */
import { allows } from '../domain/apps/app.ts'
import { type AuthKind, EdgeError } from '../http/endpoint.ts'
import type { Caller } from './caller.ts'
import { AuthError } from './errors.ts'

/** What an endpoint demands of its callers. */
export interface Demands {
  readonly auth: readonly AuthKind[]
  readonly writes: boolean
}

/** Why a caller may not use an endpoint, or undefined when it may. The order is that of the specification. */
export function lackingRight(caller: Caller, { auth, writes }: Demands): AuthError | EdgeError | undefined {
  if (caller.kind === 'user' && caller.user.suspendedAt !== null) {
    return new AuthError('user-suspended', 'the owner of the token is suspended')
  }
  if (writes && !mayWrite(caller)) {
    return new EdgeError('no-write-permission', 'the token, or the app, may only read')
  }
  if (auth.includes(caller.kind)) return undefined
  return caller.kind === 'app'
    ? new EdgeError('user-context-only', 'the endpoint takes no bearer token')
    : new EdgeError('app-context-only', 'the endpoint takes only a bearer token')
}

/** A user token has the level of its issue, a bearer token that of its app. */
function mayWrite(caller: Caller): boolean {
  if (caller.kind === 'user') return allows(caller.permissions, 'read-write')
  return caller.kind !== 'app' || allows(caller.app.permissions, 'read-write')
}
