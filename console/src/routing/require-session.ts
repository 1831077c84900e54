import { redirect } from '@tanstack/react-router'
import { asProblem } from '../api/problem.ts'
import { queryClient } from '../api/query-client.ts'
import { sessionQuery } from '../session/session.ts'

/** Redirects to the sign-in page if there is no session. After the sign-in, the browser returns to `href`. */
export async function requireSession(href: string): Promise<void> {
  try {
    await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    if (asProblem(error).status !== 401) throw error
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { from: href }, replace: true })
  }
}
