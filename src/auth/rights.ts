/** Authorization of callers: the last three rows of the order of spec/errors.md#authentication-order. */
import { allows } from '../domain/apps/app.ts'
import { type AuthKind, EdgeError } from '../http/endpoint.ts'
import type { Caller } from './caller.ts'
import { AuthError } from './errors.ts'

/** The rights that an endpoint requires of its callers. */
export interface EndpointRequirements {
  readonly auth: readonly AuthKind[]
  readonly writes: boolean
  readonly isAboutMessages?: boolean
}

/** The error for a caller that may not use an endpoint, or undefined. Checks in the order of the specification. */
export function missingRight(
  caller: Caller,
  { auth, writes, isAboutMessages = false }: EndpointRequirements,
): AuthError | EdgeError | undefined {
  if (caller.kind === 'user' && caller.user.suspendedAt !== null) {
    return new AuthError('user-suspended', 'the owner of the token is suspended')
  }
  // Before the right to write, so that reads and writes of messages get the same error.
  if (isAboutMessages && caller.kind === 'user' && !allows(caller.permissions, MESSAGES)) {
    return new EdgeError('no-message-permission', 'the token has no right to direct messages')
  }
  if (writes && !mayWrite(caller)) {
    return new EdgeError('no-write-permission', 'the token, or the app, may only read')
  }
  if (auth.includes(caller.kind)) return undefined
  return caller.kind === 'app'
    ? new EdgeError('user-context-only', 'the endpoint takes no bearer token')
    : new EdgeError('app-context-only', 'the endpoint takes only a bearer token')
}

const MESSAGES = 'read-write-directmessages'

function mayWrite(caller: Caller): boolean {
  if (caller.kind === 'user') return allows(caller.permissions, 'read-write')
  return caller.kind !== 'app' || allows(caller.app.permissions, 'read-write')
}
