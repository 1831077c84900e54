/** `fetch` for requests that need a session. */
import { whenSignedInAgain } from '../session/ended.ts'
import { problemOf } from './problem.ts'

/**
 * Sends a request. If the session has ended, the sign-in form opens over the page, and the request is sent again after
 * the sign-in. The page below keeps its input.
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
