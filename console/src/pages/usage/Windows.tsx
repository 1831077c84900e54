import { Checkbox, Group, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { components } from '../../api/schema.d.ts'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import { USAGE } from '../../text/usage.ts'
import { APP, windowsQuery } from './queries.ts'

type RateWindow = components['schemas']['ConsoleWindow']

const NUMBER = new Intl.NumberFormat()
const REFETCH_MS = 10_000
/** Prefix of grants in the list of callers. Values without the prefix are ids of users. */
const GRANT = 'grant:'
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

const COLUMNS: readonly Column<RateWindow>[] = [
  {
    id: 'method',
    header: USAGE.method,
    width: '5rem',
    cell: ({ method }) => method,
    sortBy: ({ method }) => method,
  },
  {
    id: 'path',
    header: USAGE.path,
    width: 'minmax(14rem, 3fr)',
    cell: ({ path }) => (
      <Text span ff="monospace" size="xs">
        {path}
      </Text>
    ),
    sortBy: ({ path }) => path,
  },
  { id: 'per', header: USAGE.per, width: '5rem', cell: ({ per }) => USAGE.pers[per] ?? per },
  {
    id: 'left',
    header: USAGE.left,
    width: '6rem',
    align: 'end',
    cell: ({ remaining }) => (
      <Text span inherit {...(remaining === 0 ? { c: 'red' } : {})}>
        {NUMBER.format(remaining)}
      </Text>
    ),
    sortBy: ({ remaining }) => remaining,
  },
  {
    id: 'limit',
    header: USAGE.limit,
    width: '6rem',
    align: 'end',
    cell: ({ limit }) => NUMBER.format(limit),
    sortBy: ({ limit }) => limit,
  },
  { id: 'reset', header: USAGE.reset, width: '8rem', cell: ({ reset }) => <Time value={reset * 1_000} /> },
]

/** Lists the rate windows of the app, of a user’s token, or of an OAuth 2.0 grant. */
export function Windows({ appId }: { readonly appId: string }) {
  const search = useSearch({ from: '/shell/apps/$appId/usage' })
  const { user, grant, windows: shown } = search
  const navigate = useNavigate({ from: '/apps/$appId/usage' })
  const windows = useQuery({
    ...windowsQuery(appId, search),
    refetchInterval: REFETCH_MS,
  })
  const { users = [], grants = [] } = windows.data ?? {}
  const chooseCaller = (value: string | null) =>
    void navigate({
      search: ({ user: _user, grant: _grant, ...rest }) => {
        if (value === null || value === APP) return rest
        const [, id] = value.split(GRANT)
        return id === undefined ? { ...rest, user: value } : { ...rest, grant: id }
      },
      replace: true,
    })
  const chooseAll = (onlyUsed: boolean) =>
    void navigate({
      search: ({ windows: _before, ...rest }) => (onlyUsed ? rest : { ...rest, windows: 'all' as const }),
      replace: true,
    })
  return (
    <Section
      title={USAGE.windows}
      description={windows.data?.is_enforced === false ? USAGE.windowsOff : USAGE.windowsHelp}
      isFlush
      actions={
        <Group gap="md">
          <Checkbox
            size="xs"
            label={USAGE.onlyUsed}
            checked={shown !== 'all'}
            onChange={(event) => chooseAll(event.currentTarget.checked)}
          />
          <Select
            size="xs"
            aria-label={USAGE.caller}
            allowDeselect={false}
            value={grant === undefined ? (user ?? APP) : `${GRANT}${grant}`}
            onChange={chooseCaller}
            data={[
              { value: APP, label: USAGE.app },
              ...groupOf(USAGE.tokens, users, ({ id, screen_name }) => ({
                value: id,
                label: `@${screen_name}`,
              })),
              ...groupOf(USAGE.grants, grants, ({ id, screen_name, created_at }) => ({
                value: `${GRANT}${id}`,
                label: USAGE.grant(screen_name, DAY.format(new Date(created_at))),
              })),
            ]}
          />
        </Group>
      }
    >
      <Loaded query={windows}>
        {(data) => (
          <DataTable
            label={USAGE.windows}
            rows={data.windows.filter(({ remaining, limit }) => shown === 'all' || remaining < limit)}
            columns={COLUMNS}
            rowId={({ method, path, per, seconds }) => `${method} ${path} ${per} ${seconds}`}
            maxHeight="24rem"
            empty={<EmptyState title={USAGE.noWindows}>{USAGE.noWindowsAdvice}</EmptyState>}
          />
        )}
      </Loaded>
    </Section>
  )
}

interface Option {
  readonly value: string
  readonly label: string
}

/** A group in the list of callers. An empty group is left out. */
function groupOf<Member>(
  group: string,
  members: readonly Member[],
  optionOf: (member: Member) => Option,
): { readonly group: string; readonly items: Option[] }[] {
  return members.length === 0 ? [] : [{ group, items: members.map(optionOf) }]
}
