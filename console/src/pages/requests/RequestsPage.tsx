import { Anchor, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { usePageTitle } from '../../components/use-page-title.ts'
import { LiveStatus } from '../../live/LiveStatus.tsx'
import { useEvents } from '../../live/use-events.ts'
import { REQUESTS } from '../../text/requests.ts'
import { COLUMNS } from './columns.tsx'
import { type LoggedRequest, matches, merged } from './filter.ts'
import { RequestDrawer } from './RequestDrawer.tsx'
import type { RequestsSearch } from './search.ts'

const METHODS = ['GET', 'POST', 'PUT', 'DELETE']

export function RequestsPage() {
  usePageTitle(REQUESTS.title)
  const { appId } = useParams({ from: '/shell/apps/$appId/requests' })
  const search = useSearch({ from: '/shell/apps/$appId/requests' })
  const navigate = useNavigate({ from: '/apps/$appId/requests' })
  const client = useQueryClient()
  const params = { path: { app_id: appId } }
  const key = ['app', appId, 'requests']
  const [arrived, setArrived] = useState<readonly LoggedRequest[]>([])
  const log = useQuery({
    queryKey: key,
    queryFn: () => dataOf(api.GET('/console/api/apps/{app_id}/requests', { params })),
  })
  const live = useEvents({
    path: `/console/api/apps/${appId}/requests/stream`,
    isEnabled: search.live !== 'paused',
    onEvents: (events) => {
      const more = events
        .filter(({ type }) => type === 'request')
        .map(({ data }) => JSON.parse(data) as LoggedRequest)
      setArrived((before) => merged(before, more))
    },
  })
  const change = (next: Partial<Record<keyof RequestsSearch, string | undefined>>) =>
    void navigate({
      search: (last) =>
        Object.fromEntries(
          Object.entries({ ...last, ...next }).filter(([, value]) => value !== undefined && value !== ''),
        ) as RequestsSearch,
      replace: true,
    })
  const refresh = () => client.invalidateQueries({ queryKey: key })
  const isLive = live.state === 'open'
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection needs a new list.
  useEffect(() => {
    if (isLive) void refresh()
  }, [isLive])
  const record = useMutation({
    mutationFn: async (isOn: boolean) => {
      if (isOn) await api.POST('/console/api/apps/{app_id}/requests/recording', { params, body: {} })
      else await api.DELETE('/console/api/apps/{app_id}/requests/recording', { params })
    },
    onSuccess: refresh,
  })
  const clear = useMutation({
    mutationFn: () => api.DELETE('/console/api/apps/{app_id}/requests', { params }),
    onSuccess: () => {
      setArrived([])
      return refresh()
    },
  })
  const loaded = log.data?.requests
  const all = useMemo(() => merged(loaded ?? [], arrived), [loaded, arrived])
  const rows = useMemo(() => all.filter((request) => matches(request, search)), [all, search])
  const until = log.data?.recorded_until
  return (
    <Stack gap="lg">
      <Section
        title={REQUESTS.title}
        description={REQUESTS.help}
        isFlush
        actions={
          <>
            <LiveStatus live={live} />
            <Button
              size="xs"
              variant="default"
              onClick={() => change({ live: search.live === 'paused' ? undefined : 'paused' })}
            >
              {search.live === 'paused' ? REQUESTS.resume : REQUESTS.pause}
            </Button>
            <Button size="xs" variant="default" onClick={() => record.mutate(until === undefined)}>
              {until === undefined ? REQUESTS.record : REQUESTS.stopRecording}
            </Button>
            <Button
              size="xs"
              variant="default"
              component="a"
              href={`/console/api/apps/${appId}/requests/har`}
              download
            >
              {REQUESTS.archive}
            </Button>
            <Button size="xs" variant="default" onClick={() => clear.mutate()}>
              {REQUESTS.clear}
            </Button>
          </>
        }
      >
        <Stack gap="sm" p="md">
          {until !== undefined && (
            <Text size="sm" component="div">
              {REQUESTS.recordedUntil} <Time value={until} as="clock" />
            </Text>
          )}
          <Filters search={search} all={all} onChange={change} />
        </Stack>
        <Loaded query={log}>
          {() => (
            <DataTable
              label={REQUESTS.title}
              rows={rows}
              columns={COLUMNS}
              rowId={({ id }) => id}
              onSelect={({ id }) => change({ selected: id })}
              selectedId={search.selected}
              maxHeight="60vh"
              minWidth="52rem"
              empty={
                all.length === 0 ? (
                  <EmptyState title={REQUESTS.none}>{REQUESTS.noneAdvice}</EmptyState>
                ) : (
                  <EmptyState title={REQUESTS.noMatch}>{REQUESTS.noMatchAdvice}</EmptyState>
                )
              }
            />
          )}
        </Loaded>
      </Section>
      <Group>
        <Anchor component={Link} to="/apps/$appId/signature" params={{ appId } as never}>
          {REQUESTS.signature}
        </Anchor>
      </Group>
      <RequestDrawer appId={appId} id={search.selected} onClose={() => change({ selected: undefined })} />
    </Stack>
  )
}

interface FiltersProps {
  readonly search: RequestsSearch
  readonly all: readonly LoggedRequest[]
  readonly onChange: (next: Partial<Record<keyof RequestsSearch, string | undefined>>) => void
}

function Filters({ search, all, onChange }: FiltersProps) {
  const tokens = useMemo(() => {
    const users = new Set(all.flatMap(({ user_id }) => user_id ?? []))
    const kinds = Object.entries(REQUESTS.credentials).map(([value, label]) => ({ value, label }))
    return [...kinds, ...[...users].map((id) => ({ value: id, label: REQUESTS.user(id) }))]
  }, [all])
  const select = (name: 'method' | 'status' | 'token', data: readonly { value: string; label: string }[]) => (
    <Select
      size="xs"
      label={REQUESTS[name]}
      placeholder={REQUESTS.any}
      clearable
      data={data}
      value={search[name] ?? null}
      onChange={(value) => onChange({ [name]: value ?? undefined })}
      w="9rem"
    />
  )
  return (
    <Group gap="sm" align="flex-end">
      {select(
        'method',
        METHODS.map((value) => ({ value, label: value })),
      )}
      <TextInput
        size="xs"
        label={REQUESTS.path}
        placeholder={REQUESTS.pathHolder}
        value={search.path ?? ''}
        onChange={(event) => onChange({ path: event.currentTarget.value })}
        flex={1}
        miw="10rem"
      />
      {select(
        'status',
        Object.entries(REQUESTS.statuses).map(([value, label]) => ({ value, label })),
      )}
      {select('token', tokens)}
    </Group>
  )
}
