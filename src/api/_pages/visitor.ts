/**
 * The visitor of a page. A browser has one cookie with an unguessable id: the id of a session after sign-in,
 * otherwise of an anonymous visitor, which is not stored. Forms are bound to the id. Signing in and out rotate it, so
 * that a planted id (session fixation) is useless.
 */
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

export interface Visitor {
  readonly id: string
  /** The signed-in user. */
  readonly user: User | undefined
  /** The headers that make the browser keep the id; none when it has it. */
  readonly headers: Readonly<Record<string, string>>
}

/** Parts of a request that identify a visitor. */
export interface Visit {
  readonly outer: RequestOrigin
  header(name: string): string | undefined
}

/** The visitor of a request; one without a good cookie gets a new id. */
export async function visitorOf(context: Context, visit: Visit): Promise<Visitor> {
  const id = cookieOf(visit)
  if (id === undefined) return anonymousVisitor(context, visit)
  return { id, user: await findSessionUser(context, id), headers: {} }
}

/** A visitor who is signed in under a session that was just opened. */
export function signedIn(visit: Visit, sessionId: string, user: User): Visitor {
  return { id: sessionId, user, headers: setCookie(visit.outer, sessionId, SESSION_MS / 1000) }
}

/** Ends the session and returns an anonymous visitor. */
export async function signOut(context: Context, visit: Visit, visitor: Visitor): Promise<Visitor> {
  await endSession(context, visitor.id)
  return anonymousVisitor(context, visit)
}

function anonymousVisitor(context: Context, visit: Visit): Visitor {
  const id = makeSessionId(context)
  return { id, user: undefined, headers: setCookie(visit.outer, id, undefined) }
}

/** With TLS the name keeps other hosts of the same domain from planting the cookie (RFC 6265bis section 4.1.3.2). */
export function cookieName({ scheme }: Pick<RequestOrigin, 'scheme'>): string {
  return scheme === 'https' ? '__Host-aviary_session' : 'aviary_session'
}

function cookieOf({ outer, header }: Visit): string | undefined {
  const name = `${cookieName(outer)}=`
  const pairs = (header('cookie') ?? '').split(';').map((pair) => pair.trim())
  const value = pairs.find((pair) => pair.startsWith(name))?.slice(name.length)
  return value !== undefined && isSessionId(value) ? value : undefined
}

function setCookie(outer: RequestOrigin, id: string, seconds: number | undefined): Record<string, string> {
  const attributes = ['Path=/', 'HttpOnly', 'SameSite=Lax']
  if (outer.scheme === 'https') attributes.push('Secure')
  if (seconds !== undefined) attributes.push(`Max-Age=${seconds}`)
  return { 'set-cookie': [`${cookieName(outer)}=${id}`, ...attributes].join('; ') }
}
