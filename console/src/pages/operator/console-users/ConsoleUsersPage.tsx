import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { api, dataOf } from '../../../api/client.ts'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { Time } from '../../../components/Time.tsx'
import { CONSOLE_USERS as TEXT } from '../../../text/console-users.ts'
import { AddConsoleUser } from './AddConsoleUser.tsx'
import { ChangeOperator } from './ChangeOperator.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import type { ConsoleUser } from './console-user.ts'
import { MakeConsoleLink } from './MakeConsoleLink.tsx'

/** The user and the action of an open dialog. */
interface Asked {
  readonly about: 'link' | 'password' | 'operator'
  readonly user: ConsoleUser
}

/** Lists the users of the console, with buttons for the actions of operators. */
export function ConsoleUsersPage() {
  const [asked, setAsked] = useState<Asked>()
  const [isAdding, setAdding] = useState(false)
  const users = useInfiniteQuery({
    queryKey: ['operator', 'console-users'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) =>
      dataOf(
        api.GET('/console/api/operator/console_users', {
          params: { query: pageParam === undefined ? {} : { after: pageParam } },
        }),
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => users.data?.pages.flatMap((page) => page.users) ?? [], [users.data])
  const columns = useMemo(() => columnsOf(setAsked), [])
  const close = () => setAsked(undefined)
  return (
    <Stack gap="lg">
      <PageHeader
        title={TEXT.title}
        description={TEXT.help}
        actions={
          <Button size="xs" onClick={() => setAdding(true)}>
            {TEXT.add}
          </Button>
        }
      />
      <Section title={TEXT.list} isFlush>
        <Loaded query={users}>
          {() => (
            <DataTable
              label={TEXT.list}
              rows={rows}
              columns={columns}
              rowId={({ id }) => id}
              minWidth="60rem"
              empty={<EmptyState title={TEXT.none}>{TEXT.noneAdvice}</EmptyState>}
            />
          )}
        </Loaded>
        <LoadMore query={users} label={TEXT.more} />
      </Section>
      <SameCommand command="aviary console list" />
      {isAdding && <AddConsoleUser onClose={() => setAdding(false)} />}
      {asked?.about === 'link' && <MakeConsoleLink user={asked.user} onClose={close} />}
      {asked?.about === 'password' && <ChangePassword user={asked.user} onClose={close} />}
      {asked?.about === 'operator' && <ChangeOperator user={asked.user} onClose={close} />}
    </Stack>
  )
}

/** Table cells do not wrap, but an e-mail address must not be cut. */
const WRAPPED = { whiteSpace: 'normal', overflowWrap: 'anywhere' } as const

function columnsOf(onAsk: (asked: Asked) => void): readonly Column<ConsoleUser>[] {
  return [
    {
      id: 'email',
      header: TEXT.email,
      cell: ({ email, is_operator: isOperator }) => (
        <Group gap="xs">
          <Text size="sm" style={WRAPPED}>
            {email}
          </Text>
          {isOperator && (
            <Badge variant="default" tt="none" fw={500}>
              {TEXT.operator}
            </Badge>
          )}
        </Group>
      ),
      sortBy: ({ email }) => email,
      width: 'minmax(14rem, 2fr)',
    },
    {
      id: 'account',
      header: TEXT.account,
      cell: ({ account_name, role }) => `${account_name} (${role})`,
      sortBy: ({ account_name }) => account_name,
      width: 'minmax(9rem, 1fr)',
    },
    { id: 'sign-in', header: TEXT.signIn, cell: signInOf, width: 'minmax(8rem, 1fr)' },
    {
      id: 'created',
      header: TEXT.created,
      cell: ({ created_at }) => <Time value={created_at} />,
      sortBy: ({ created_at }) => created_at,
      width: '8rem',
    },
    {
      id: 'acts',
      header: '',
      cell: (user) => <Acts user={user} onAsk={onAsk} />,
      width: '20rem',
    },
  ]
}

interface ActsProps {
  readonly user: ConsoleUser
  readonly onAsk: (asked: Asked) => void
}

function Acts({ user, onAsk }: ActsProps) {
  const { email, is_operator: isOperator } = user
  const acts = [
    ['link', TEXT.link, TEXT.linkOf(email)],
    ['password', TEXT.newPassword, TEXT.passwordOf(email)],
    [
      'operator',
      isOperator ? TEXT.revoke : TEXT.grant,
      isOperator ? TEXT.revokeOf(email) : TEXT.grantOf(email),
    ],
  ] as const
  return (
    <Group gap={4}>
      {acts.map(([about, label, description]) => (
        <Button
          key={about}
          size="compact-sm"
          variant="default"
          aria-label={description}
          onClick={() => onAsk({ about, user })}
        >
          {label}
        </Button>
      ))}
    </Group>
  )
}

function signInOf({ has_password: hasPassword, passkeys }: ConsoleUser): string {
  const ways = [...(hasPassword ? [TEXT.password] : []), ...(passkeys > 0 ? [TEXT.passkeys(passkeys)] : [])]
  return ways.length === 0 ? TEXT.linkOnly : ways.join(', ')
}
