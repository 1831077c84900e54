import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { CopyButton } from '../../../components/CopyButton.tsx'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { STREAM_ACCOUNTS } from '../../../text/stream-accounts.ts'
import { AddAccountStream } from './AddAccountStream.tsx'

type Account = components['schemas']['ConsoleDeskAccount']

/** Identifies a stream: its account, publisher and label. */
interface Named {
  readonly account: string
  readonly publisher: string
  readonly label: string
}

const TEXT = STREAM_ACCOUNTS.accounts
const PATH = '/console/api/operator/accounts'

/** Table cells do not wrap, but the badge at the end must not be cut. */
const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const

/** Lists accounts with their users and streams. */
export function Accounts() {
  const client = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Named>()
  const accounts = useInfiniteQuery({
    queryKey: ['operator', 'accounts'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET(PATH, { params: { query: pageParam === undefined ? {} : { after: pageParam } } })),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => accounts.data?.pages.flatMap((page) => page.accounts) ?? [], [accounts.data])
  const columns = useMemo(() => columnsOf(setRemoved), [])
  const remove = async () => {
    const { account = '', publisher = '', label = '' } = removed ?? {}
    await api.DELETE(`${PATH}/{account_name}/streams/{publisher}/{label}`, {
      params: { path: { account_name: account, publisher, label } },
    })
    await client.invalidateQueries({ queryKey: ['operator'] })
  }
  return (
    <Section
      title={TEXT.title}
      description={TEXT.help}
      isFlush
      actions={
        <Button size="xs" onClick={() => setAdding(true)}>
          {TEXT.add}
        </Button>
      }
    >
      <Loaded query={accounts}>
        {() => (
          <DataTable
            label={TEXT.title}
            rows={rows}
            columns={columns}
            rowId={({ name }) => name}
            minWidth="56rem"
            empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
          />
        )}
      </Loaded>
      <LoadMore query={accounts} label={TEXT.more} />
      <Stack p="md">
        <SameCommand
          command={`aviary console list\naviary stream-account list ${rows[0]?.name ?? 'ACCOUNT'}`}
        />
      </Stack>
      {isAdding && <AddAccountStream onClose={() => setAdding(false)} />}
      <ConfirmByName
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={TEXT.removeTitle}
        action={TEXT.remove}
        onConfirm={remove}
      >
        <Stack gap="sm">
          {TEXT.removeText}
          <SameCommand
            command={`aviary stream-account remove ${removed?.account} --publisher ${removed?.publisher} --label ${removed?.label}`}
          />
        </Stack>
      </ConfirmByName>
    </Section>
  )
}

function columnsOf(onRemove: (stream: Named) => void): readonly Column<Account>[] {
  return [
    {
      id: 'name',
      header: TEXT.name,
      cell: ({ name }) => name,
      sortBy: ({ name }) => name,
      width: 'minmax(8rem, 1fr)',
    },
    {
      id: 'users',
      header: TEXT.users,
      cell: ({ users }) => (
        <Stack gap={0} miw={0}>
          {users.map(({ id, email, is_operator }) => (
            <Text key={id} size="sm" style={WRAPPED}>
              {email}
              {is_operator && ` (${TEXT.operator})`}
            </Text>
          ))}
        </Stack>
      ),
      width: 'minmax(13rem, 1.5fr)',
    },
    {
      id: 'streams',
      header: TEXT.streams,
      cell: (account) => <Streams account={account} onRemove={onRemove} />,
      width: 'minmax(16rem, 2fr)',
    },
    {
      id: 'created',
      header: TEXT.created,
      cell: ({ created_at }) => <Time value={created_at} as="date" />,
      sortBy: ({ created_at }) => created_at,
      width: '13rem',
    },
  ]
}

interface StreamsProps {
  readonly account: Account
  readonly onRemove: (stream: Named) => void
}

function Streams({ account: { name, streams }, onRemove }: StreamsProps) {
  if (streams.length === 0)
    return (
      <Text span size="sm" c="dimmed">
        {TEXT.noStreams}
      </Text>
    )
  return (
    <Stack gap={4}>
      {streams.map(({ publisher, label, url }) => (
        <Group key={url} gap="xs" wrap="nowrap">
          <Text size="sm" flex={1} style={{ overflowWrap: 'anywhere' }}>
            {publisher}/{label}
          </Text>
          <CopyButton value={url} label={TEXT.copyUrl(`${publisher}/${label}`)} />
          <Button
            size="compact-sm"
            variant="default"
            aria-label={TEXT.removeOf(`${publisher}/${label}`, name)}
            onClick={() => onRemove({ account: name, publisher, label })}
          >
            {TEXT.remove}
          </Button>
        </Group>
      ))}
    </Stack>
  )
}
