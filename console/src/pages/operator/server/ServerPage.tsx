import { Alert, Badge, Stack } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, dataOf } from '../../../api/client.ts'
import { Loaded } from '../../../components/Loaded.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { SERVER } from '../../../text/server.ts'
import { bytesText, Facts, numberText } from './Facts.tsx'
import { Queues } from './Queues.tsx'
import { Settings } from './Settings.tsx'
import type { ServerState } from './server-state.ts'
import { useRate } from './use-rate.ts'

const REFETCH_MS = 5_000

export function ServerPage() {
  const state = useQuery({
    queryKey: ['operator', 'server'],
    queryFn: () => dataOf(api.GET('/console/api/operator/server')),
    refetchInterval: REFETCH_MS,
  })
  return (
    <Stack gap="lg">
      <PageHeader title={SERVER.title} description={SERVER.help} />
      <Loaded query={state}>{(data) => <State state={data} />}</Loaded>
    </Stack>
  )
}

function State({ state }: { readonly state: ServerState }) {
  const { requests, storage } = state
  const rate = useRate(requests.answered, state.now)
  return (
    <>
      {state.has_test_controls && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />}>
          {SERVER.testControls}
        </Alert>
      )}
      {state.reason !== null && (
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={SERVER.notReady}>
          {state.reason}
        </Alert>
      )}
      {state.clock !== null && (
        <Alert color="orange" icon={<IconAlertTriangle aria-hidden />} title={SERVER.clock}>
          {state.clock}
        </Alert>
      )}
      <Section
        title={SERVER.health}
        actions={
          <Badge color={state.is_ready ? 'green' : 'red'} variant="light">
            {state.is_ready ? SERVER.ready : SERVER.notReady}
          </Badge>
        }
      >
        <Facts
          facts={[
            [SERVER.version, state.version],
            [SERVER.started, <Time key="started" value={state.started_at} />],
            [SERVER.engine, SERVER[storage.engine]],
          ]}
        />
      </Section>
      <Section title={SERVER.traffic} description={SERVER.trafficHelp}>
        <Facts
          facts={[
            [SERVER.rate, rate === undefined ? SERVER.measuring : numberText(Math.round(rate))],
            [SERVER.answered, numberText(requests.answered)],
            [SERVER.refused, numberText(requests.refused)],
            [SERVER.failed, numberText(requests.failed)],
          ]}
        />
      </Section>
      <Section title={SERVER.storage}>
        <Facts
          facts={[
            [SERVER.databaseSize, bytesText(storage.database_bytes)],
            [SERVER.free, storage.free_bytes === null ? SERVER.unknown : bytesText(storage.free_bytes)],
          ]}
        />
      </Section>
      <Queues state={state} />
      <Settings settings={state.settings} />
    </>
  )
}
