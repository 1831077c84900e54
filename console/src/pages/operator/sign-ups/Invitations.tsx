import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { ConfirmByName } from '../../../components/ConfirmByName.tsx'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { useNow } from '../../../components/use-now.ts'
import { SIGN_UPS } from '../../../text/sign-ups.ts'
import { MakeInvitation } from './MakeInvitation.tsx'

type Invitation = components['schemas']['ConsoleDeskInvitation']

const TEXT = SIGN_UPS.invitations
const PATH = '/console/api/operator/invitations'

/** Lists invitations. An invitation is a link with which a new user signs up. */
export function Invitations() {
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  const [revoked, setRevoked] = useState<Invitation>()
  const invitations = useInfiniteQuery({
    queryKey: ['operator', 'invitations'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET(PATH, { params: { query: pageParam === undefined ? {} : { after: pageParam } } })),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const now = useNow(60_000)
  const rows = useMemo(
    () => invitations.data?.pages.flatMap((page) => page.invitations) ?? [],
    [invitations.data],
  )
  const columns = useMemo(() => columnsOf(now, setRevoked), [now])
  const revoke = async () => {
    await api.DELETE(`${PATH}/{invitation_id}`, { params: { path: { invitation_id: revoked?.id ?? '' } } })
    await client.invalidateQueries({ queryKey: ['operator'] })
  }
  return (
    <Section
      title={TEXT.title}
      description={TEXT.help}
      isFlush
      actions={
        <Button size="xs" onClick={() => setMaking(true)}>
          {TEXT.make}
        </Button>
      }
    >
      <Loaded query={invitations}>
        {() => (
          <DataTable
            label={TEXT.title}
            rows={rows}
            columns={columns}
            rowId={({ id }) => id}
            minWidth="56rem"
            empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
          />
        )}
      </Loaded>
      <LoadMore query={invitations} label={TEXT.more} />
      <Stack p="md">
        <SameCommand command="aviary invitation list" />
      </Stack>
      {isMaking && <MakeInvitation onClose={() => setMaking(false)} />}
      <ConfirmByName
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={TEXT.revokeTitle}
        action={TEXT.revoke}
        onConfirm={revoke}
      >
        <Stack gap="sm">
          {TEXT.revokeText}
          <SameCommand command={`aviary invitation revoke ${revoked?.id ?? ''}`} />
        </Stack>
      </ConfirmByName>
    </Section>
  )
}

function columnsOf(now: number, onRevoke: (row: Invitation) => void): readonly Column<Invitation>[] {
  return [
    {
      id: 'note',
      header: TEXT.note,
      cell: ({ note }) =>
        note === '' ? (
          <Text span inherit c="dimmed">
            {TEXT.noNote}
          </Text>
        ) : (
          note
        ),
      width: 'minmax(10rem, 2fr)',
    },
    {
      id: 'state',
      header: TEXT.state,
      cell: (row) => <State invitation={row} now={now} />,
      width: 'minmax(13rem, 1.5fr)',
    },
    { id: 'by', header: TEXT.by, cell: ({ created_by }) => created_by, width: 'minmax(9rem, 1fr)' },
    {
      id: 'created',
      header: TEXT.created,
      cell: ({ created_at }) => <Time value={created_at} as="date" />,
      width: '13rem',
    },
    {
      id: 'revoke',
      header: '',
      cell: (row) =>
        row.used_at === null && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={TEXT.revokeOf(row.note === '' ? row.id : row.note)}
            onClick={() => onRevoke(row)}
          >
            {TEXT.revoke}
          </Button>
        ),
      align: 'end',
      width: '7rem',
    },
  ]
}

function State({ invitation, now }: { readonly invitation: Invitation; readonly now: number }) {
  const { used_at, user_id, expires_at } = invitation
  if (used_at !== null && user_id !== null) {
    return (
      <span>
        {TEXT.used} <Time value={used_at} as="date" />{' '}
        <Anchor component={Link} to="/operator/users/$userId" params={{ userId: user_id } as never} inherit>
          {TEXT.toUser}
        </Anchor>
      </span>
    )
  }
  return (
    <span>
      {expires_at <= now ? TEXT.expired : TEXT.open} <Time value={expires_at} as="date" />
    </span>
  )
}
