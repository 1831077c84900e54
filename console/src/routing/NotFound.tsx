import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/EmptyState.tsx'
import { ERRORS } from '../text/errors.ts'

export function NotFound() {
  return (
    <EmptyState
      title={ERRORS.notFound}
      action={
        <Button component={Link} to="/">
          {ERRORS.toOverview}
        </Button>
      }
    >
      {ERRORS.notFoundAdvice}
    </EmptyState>
  )
}
