import { Button, Group, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import type { components } from '../../../api/schema.d.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { SameCommand, shellWord } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { SIGN_UPS } from '../../../text/sign-ups.ts'
import { ModerationDialog, type PendingAction } from '../moderation/ModerationDialog.tsx'

type SignUp = components['schemas']['ConsoleDeskSignUp']

const TEXT = SIGN_UPS.waiting
const PATH = '/console/api/operator/sign_ups'

interface Props {
  /** Called with the value of the setting `sign_up`. */
  readonly onRule: (rule: string) => void
}

/** Lists sign-ups that wait for approval. */
export function Waiting({ onRule }: Props) {
  const client = useQueryClient()
  const [action, setAction] = useState<PendingAction>()
  const waiting = useInfiniteQuery({
    queryKey: ['operator', 'sign-ups'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(api.GET(PATH, { params: { query: pageParam === undefined ? {} : { after: pageParam } } })),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rule = waiting.data?.pages[0]?.sign_up
  useEffect(() => {
    if (rule !== undefined) onRule(rule)
  }, [rule, onRule])
  const { mutate: approve } = useMutation({
    mutationFn: ({ id }: SignUp) => decide(id, { decision: 'approve' }),
    onSuccess: async (_, { username }) => {
      notifications.show({ message: TEXT.approved(username) })
      await client.invalidateQueries({ queryKey: ['operator'] })
    },
  })
  const rows = useMemo(() => waiting.data?.pages.flatMap(({ sign_ups }) => sign_ups) ?? [], [waiting.data])
  const columns = useMemo(
    () => columnsOf({ onApprove: approve, onReject: (row) => setAction(rejection(row)) }),
    [approve],
  )
  return (
    <Section title={TEXT.title} description={TEXT.help} isFlush>
      <Loaded query={waiting}>
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
      <LoadMore query={waiting} label={TEXT.more} />
      <Stack p="md">
        <SameCommand command={`aviary sign-up list\naviary sign-up approve ${rows[0]?.id ?? 'ID'}`} />
      </Stack>
      <ModerationDialog action={action} onClose={() => setAction(undefined)} />
    </Section>
  )
}

function decide(id: string, body: { decision: 'approve' | 'reject'; reason?: string }) {
  return api.POST(`${PATH}/{sign_up_id}/decision`, { params: { path: { sign_up_id: id } }, body })
}

function rejection({ id, username }: SignUp): PendingAction {
  return {
    label: TEXT.rejectOf(username),
    effects: [TEXT.rejectEffect],
    isFinal: true,
    command: (reason) => `aviary sign-up reject ${id} --reason ${shellWord(reason || 'TEXT')}`,
    run: (reason) => decide(id, { decision: 'reject', reason }),
  }
}

interface Handlers {
  readonly onApprove: (row: SignUp) => void
  readonly onReject: (row: SignUp) => void
}

function columnsOf({ onApprove, onReject }: Handlers): readonly Column<SignUp>[] {
  return [
    { id: 'user', header: TEXT.user, cell: ({ username }) => `@${username}`, width: 'minmax(9rem, 1fr)' },
    { id: 'name', header: TEXT.name, cell: ({ name }) => name, width: 'minmax(9rem, 1fr)' },
    { id: 'email', header: TEXT.email, cell: ({ email }) => email, width: 'minmax(12rem, 1.5fr)' },
    {
      id: 'since',
      header: TEXT.since,
      cell: ({ created_at }) => <Time value={created_at} as="date" />,
      width: '13rem',
    },
    {
      id: 'actions',
      header: '',
      cell: (row) => (
        <Group gap="xs" justify="flex-end">
          <Button size="compact-sm" aria-label={TEXT.approveOf(row.username)} onClick={() => onApprove(row)}>
            {TEXT.approve}
          </Button>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={TEXT.rejectOf(row.username)}
            onClick={() => onReject(row)}
          >
            {TEXT.reject}
          </Button>
        </Group>
      ),
      align: 'end',
      width: '12rem',
    },
  ]
}
