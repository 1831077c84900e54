import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiProblem } from '../api/problem.ts'
import { ErrorState } from '../components/ErrorState.tsx'
import { ERRORS } from '../text/errors.ts'

/** The error of a page, shown beside the navigation. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const retry = () => {
    // After a failed load of a script, only a reload of the page loads the script again.
    if (!(error instanceof ApiProblem)) window.location.reload()
    reset()
    void router.invalidate()
  }
  const shown = error instanceof ApiProblem ? error : new Error(ERRORS.brokenAdvice)
  return <ErrorState error={shown} title={ERRORS.broken} onRetry={retry} />
}
