/** Authenticates callers of the console by the cookie of their session (spec/console.md#console-sessions). */
import { CONSOLE_SESSION_MS, useConsoleSession } from '../domain/console/sessions.ts'
import type { Context } from '../domain/context.ts'
import type { RequestFacts } from '../http/head.ts'
import { type ConsoleCaller, consoleCaller } from './caller.ts'
import { cookieNameFor, readCookie, setCookie } from './cookie.ts'
import { AuthError } from './errors.ts'

const COOKIE = 'aviary_console'

type Scheme = RequestFacts['scheme']

/** The session id in a `cookie` header; undefined if the header has none. */
export function consoleSessionId(scheme: Scheme, cookie: string | undefined): string | undefined {
  return readCookie(cookie, cookieNameFor(scheme, COOKIE))
}

/** The header that stores a session id in the browser for the maximum lifetime of a session. */
export function keepConsoleSession(scheme: Scheme, id: string): Readonly<Record<string, string>> {
  return setCookie(COOKIE, id, { scheme, sameSite: 'Strict', seconds: CONSOLE_SESSION_MS / 1000 })
}

/** The header that removes the cookie with the session id from the browser. */
export function forgetConsoleSession(scheme: Scheme): Readonly<Record<string, string>> {
  return setCookie(COOKIE, '', { scheme, sameSite: 'Strict', seconds: 0 })
}

/** The caller of a console session. @throws {AuthError} `no-credentials` if the request has no valid session */
export async function sessionHolder(
  context: Context,
  { scheme, cookie }: Pick<RequestFacts, 'scheme' | 'cookie'>,
): Promise<ConsoleCaller> {
  const id = consoleSessionId(scheme, cookie)
  const session = id === undefined ? undefined : await useConsoleSession(context, id)
  if (session === undefined) throw new AuthError('no-credentials', 'no live session of the console')
  return consoleCaller(session)
}
