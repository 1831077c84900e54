/**
 * The visitor of a page. A browser has one cookie with an id that nobody can guess. After a sign-in, this id is the
 * id of the session. Before, this id is the id of an anonymous visitor, which the server does not store. Form
 * tokens are bound to the id. Each sign-in and sign-out replaces the id. An attacker who has set an id in the
 * browser therefore cannot use the session (session fixation).
 */

import { cookieNameFor, readCookie, setCookie } from '../../auth/cookie.ts'
import {
  endSession,
  findSessionUser,
  isSessionId,
  makeSessionId,
  SESSION_MS,
} from '../../domain/accounts/sessions.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Context } from '../../domain/context.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'

const COOKIE = 'aviary_session'

export interface Visitor {
  readonly id: string
  /** The signed-in user. */
  readonly user: User | undefined
  /** The headers that store the id in the browser; empty if the browser already has the id. */
  readonly headers: Readonly<Record<string, string>>
}

/** A signed-in visitor. */
export interface SignedIn extends Visitor {
  readonly user: User
}

/** Parts of a request that identify a visitor. */
export interface Visit {
  readonly outer: RequestOrigin
  header(name: string): string | undefined
}

/** The visitor of a request. A visitor without a valid cookie gets a new id. */
export async function visitorOf(context: Context, visit: Visit): Promise<Visitor> {
  const id = cookieOf(visit)
  if (id === undefined) return anonymousVisitor(context, visit)
  return { id, user: await findSessionUser(context, id), headers: {} }
}

/** The visitor after a sign-in that has opened a session. */
export function signedIn(visit: Visit, sessionId: string, user: User): SignedIn {
  return { id: sessionId, user, headers: cookieHeaders(visit.outer, sessionId, SESSION_MS / 1000) }
}

/** Ends the session and returns an anonymous visitor. */
export async function signOut(context: Context, visit: Visit, visitor: Visitor): Promise<Visitor> {
  await endSession(context, visitor.id)
  return anonymousVisitor(context, visit)
}

function anonymousVisitor(context: Context, visit: Visit): Visitor {
  const id = makeSessionId(context)
  return { id, user: undefined, headers: cookieHeaders(visit.outer, id, undefined) }
}

/** Name of the cookie. */
export function cookieName({ scheme }: Pick<RequestOrigin, 'scheme'>): string {
  return cookieNameFor(scheme, COOKIE)
}

function cookieOf({ outer, header }: Visit): string | undefined {
  const value = readCookie(header('cookie'), cookieName(outer))
  return value !== undefined && isSessionId(value) ? value : undefined
}

/** The headers that set the cookie. `SameSite` is lax, because apps redirect their users from other sites to Aviary. */
function cookieHeaders(
  { scheme }: RequestOrigin,
  id: string,
  seconds: number | undefined,
): Record<string, string> {
  return setCookie(COOKIE, id, { scheme, sameSite: 'Lax', seconds })
}
