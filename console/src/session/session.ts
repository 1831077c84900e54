/** The signed-in user. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { dataOf, plainApi } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { components } from '../api/schema.d.ts'

export type Session = components['schemas']['ConsoleSession']

/** The session of this browser. Without a session, the query fails with the reason `session-ended`. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => dataOf(plainApi.GET('/console/api/session')),
  staleTime: 60_000,
})

/** The session, for pages below `shellRoute`, which has loaded it. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/**
 * Stores a new session in the cache. If the user has changed, clears the cached data.
 * @returns true if the user has changed
 */
export function rememberSession(session: Session): boolean {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const isOther = before !== undefined && before.user.id !== session.user.id
  if (isOther) queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  return isOther
}

/** Ends the session on the server, and clears all cached data. */
export async function signOut(): Promise<void> {
  await plainApi.DELETE('/console/api/session', JSON_CALL)
  queryClient.clear()
}

/** The server accepts requests that change data only as JSON, even without a body. */
const JSON_CALL = { headers: { 'content-type': 'application/json' } } as const
