import { Alert, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { useSession } from '../../../session/session.ts'
import { TEST } from '../../../text/test-controls.ts'
import { Clock } from './Clock.tsx'
import { Faults } from './Faults.tsx'
import { Grades } from './Grades.tsx'
import { testQuery } from './queries.ts'
import { Seed } from './Seed.tsx'
import { Snapshots } from './Snapshots.tsx'
import { Traffic } from './Traffic.tsx'

export function TestPage() {
  const { has_test_controls: hasTest } = useSession()
  const state = useQuery({ ...testQuery, enabled: hasTest })
  return (
    <Stack gap="lg">
      <PageHeader title={TEST.title} description={TEST.help} />
      {hasTest ? (
        <Loaded query={state}>
          {(data) => (
            <>
              <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
                {TEST.never} {TEST.token}
              </Alert>
              <Clock state={data} />
              <Faults state={data} />
              <Seed />
              <Traffic state={data} />
              <Snapshots state={data} />
              <Grades state={data} />
            </>
          )}
        </Loaded>
      ) : (
        <EmptyState title={TEST.off}>{TEST.offAdvice}</EmptyState>
      )}
    </Stack>
  )
}
