/** `fetch` for calls that need a session. */
import { whenSignedInAgain } from '../session/ended.ts'
import { problemOf } from './problem.ts'

/**
 * After the end of a session the form to sign in opens over the page, and the same request goes again: callers only wait
 * longer, and what was typed stays.
 */
export async function fetchWithSession(request: Request): Promise<Response> {
  const again = request.clone()
  const response = await fetch(request)
  if (response.status !== 401) return response
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  if (problemOf(401, body).reason !== 'session-ended') return response
  await whenSignedInAgain()
  return fetch(again)
}
