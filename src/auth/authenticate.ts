/** Finds out who calls, in the order of common.md section 2. */
import { findAppByBearer } from '../domain/apps/app.ts'
import type { Context } from '../domain/context.ts'
import { type AuthKind, EdgeError } from '../http/endpoint.ts'
import type { RequestFacts } from '../http/pipeline.ts'
import { appCaller, type Caller } from './caller.ts'
import { AuthError } from './errors.ts'

const BEARER = /^Bearer +([^\s,]+) *$/i

/**
 * The caller of a request.
 * @throws {AuthError} when it cannot be told who calls, or the credentials are not good
 * @throws {EdgeError} when the endpoint does not take this kind of caller
 */
export async function authenticate(
  context: Context,
  request: RequestFacts,
  kinds: readonly AuthKind[],
): Promise<Caller> {
  const caller = await whoCalls(context, request)
  if (kinds.includes(caller.kind)) return caller
  if (caller.kind === 'none') throw new AuthError('no-credentials', 'the request carries no credentials')
  throw new EdgeError(
    caller.kind === 'app' ? 'user-context-only' : 'app-context-only',
    'Your credentials do not allow access to this resource.',
  )
}

async function whoCalls(context: Context, request: RequestFacts): Promise<Caller> {
  const [header, ...others] = request.authorization
  if (header === undefined) throw new AuthError('no-credentials', 'there is no Authorization header')
  if (others.length > 0) throw new AuthError('unreadable-credentials', 'there are two Authorization headers')
  const bearer = BEARER.exec(header)?.[1]
  if (bearer === undefined) {
    throw new AuthError('unreadable-credentials', 'the Authorization header is of no known scheme')
  }
  const app = await findAppByBearer(context.store, bearer)
  if (app === undefined) throw new AuthError('bad-token', 'the bearer token is unknown or was made anew')
  return appCaller(app)
}
