import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../api/problem.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { ERRORS } from '../text/errors.ts'

/** An error of one page: the navigation stays. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    // A part of the program that could not be loaded is asked for again only by a new page.
    if (!(error instanceof ApiProblem)) window.location.reload()
    reset()
    void router.invalidate()
  }
  const shown = error instanceof ApiProblem ? error : new Error(ERRORS.brokenAdvice)
  return <ErrorState error={shown} title={ERRORS.broken} onRetry={retry} />
}
