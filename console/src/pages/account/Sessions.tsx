import { Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api, dataOf } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { ConfirmByName } from '../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { ACCOUNT } from '../../text/account.ts'
import { browserName } from './browser-name.ts'

const sessionsQuery = {
  queryKey: ['sessions'],
  queryFn: () => dataOf(api.GET('/console/api/sessions')),
}

type ListedSession = Awaited<ReturnType<typeof sessionsQuery.queryFn>>['sessions'][number]

const COLUMNS: readonly Column<ListedSession>[] = [
  {
    id: 'browser',
    header: ACCOUNT.browser,
    width: 'minmax(12rem, 2fr)',
    cell: ({ browser, is_current: isCurrent }) => (
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" truncate title={browser}>
          {browserName(browser) ?? ACCOUNT.unknownBrowser}
        </Text>
        {isCurrent && (
          <Badge variant="light" size="sm">
            {ACCOUNT.thisSession}
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'address', header: ACCOUNT.address, cell: ({ address }) => address },
  {
    id: 'created',
    header: ACCOUNT.signedIn,
    cell: ({ created_at: at }) => <Time value={at} />,
    sortBy: ({ created_at: at }) => at,
  },
  {
    id: 'seen',
    header: ACCOUNT.lastUse,
    cell: ({ seen_at: at }) => <Time value={at} />,
    sortBy: ({ seen_at: at }) => at,
  },
]

/** Lists the browsers that are signed in, and ends all their sessions. */
export function Sessions() {
  const query = useQuery(sessionsQuery)
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const signOutEverywhere = async () => {
    await api.DELETE('/console/api/sessions', { headers: { 'content-type': 'application/json' } })
    await navigate({ to: '/sign-in' })
    queryClient.clear()
  }
  return (
    <Section
      title={ACCOUNT.sessions}
      description={ACCOUNT.sessionsDescription}
      isFlush
      actions={
        <Button variant="default" size="sm" onClick={() => setAsking(true)}>
          {ACCOUNT.signOutEverywhere}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ sessions }) => (
          <DataTable
            label={ACCOUNT.sessionsTable}
            rows={sessions}
            columns={COLUMNS}
            rowId={({ created_at, address, browser }) => `${created_at} ${address} ${browser}`}
            empty={null}
          />
        )}
      </Loaded>
      <ConfirmByName
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={ACCOUNT.signOutEverywhere}
        action={ACCOUNT.signOutEverywhere}
        onConfirm={signOutEverywhere}
      >
        {ACCOUNT.signOutEverywhereWarning}
      </ConfirmByName>
    </Section>
  )
}
