/** The signed-in user. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { dataOf, plainApi } from '../api/client.ts'
import { queryClient } from '../api/query-client.ts'
import type { components } from '../api/schema.d.ts'

export type Session = components['schemas']['ConsoleSession']

/** The session of this browser; fails with the reason `session-ended` without one. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: () => dataOf(plainApi.GET('/console/api/session')),
  staleTime: 60_000,
})

/** The session, on pages below `shellRoute`, which has loaded it. */
export function useSession(): Session {
  return useSuspenseQuery(sessionQuery).data
}

/**
 * Takes over a new session. Data of another user must not stay in sight.
 * @returns true if the user is another one than before
 */
export function rememberSession(session: Session): boolean {
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  const isOther = before !== undefined && before.user.id !== session.user.id
  if (isOther) queryClient.clear()
  queryClient.setQueryData(sessionQuery.queryKey, session)
  return isOther
}

/** Ends the session on the server, and forgets all data of the user. */
export async function signOut(): Promise<void> {
  await plainApi.DELETE('/console/api/session', JSON_CALL)
  queryClient.clear()
}

/** Writing calls are JSON, also without a body. */
const JSON_CALL = { headers: { 'content-type': 'application/json' } } as const
