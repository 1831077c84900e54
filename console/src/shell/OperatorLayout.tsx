import { Button } from '@mantine/core'
import { Link, Outlet } from '@tanstack/react-router'
import { EmptyState } from '../components/EmptyState.tsx'
import { PageHeader } from '../components/PageHeader.tsx'
import { useSession } from '../session/session.ts'
import { OPERATOR } from '../text/operator.ts'

/** The layout of the operator's desk. */
export function OperatorLayout() {
  const { user } = useSession()
  if (user.is_operator) return <Outlet />
  return (
    <>
      <PageHeader title={OPERATOR.title} />
      <EmptyState
        title={OPERATOR.onlyOperators}
        action={
          <Button component={Link} to="/">
            {OPERATOR.toOverview}
          </Button>
        }
      >
        {OPERATOR.onlyOperatorsAdvice(user.email)}
      </EmptyState>
    </>
  )
}
