import { redirect } from '@tanstack/react-router'
import { asProblem } from '../api/problem.ts'
import { queryClient } from '../api/query-client.ts'
import { sessionQuery } from '../session/session.ts'

/** Leads to the page to sign in, which returns to `href` afterwards. */
export async function requireSession(href: string): Promise<void> {
  try {
    await queryClient.ensureQueryData(sessionQuery)
  } catch (error) {
    if (asProblem(error).status !== 401) throw error
    throw redirect({ to: '/sign-in', search: href === '/' ? {} : { from: href }, replace: true })
  }
}
