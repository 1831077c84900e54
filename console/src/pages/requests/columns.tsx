import { Badge, Text, Tooltip } from '@mantine/core'
import type { Column } from '../../components/DataTable.tsx'
import { Time } from '../../components/Time.tsx'
import { REQUESTS } from '../../text/requests.ts'
import type { LoggedRequest } from './filter.ts'

const NUMBER = new Intl.NumberFormat(undefined, { maximumFractionDigits: 3 })
const SHORT = new Intl.NumberFormat(undefined, { maximumSignificantDigits: 2 })

const COLORS = { '2': 'green', '3': 'gray', '4': 'yellow', '5': 'red' } as Readonly<Record<string, string>>

export function Status({ status }: { readonly status: number }) {
  return <Badge color={COLORS[String(status).charAt(0)] ?? 'gray'}>{status}</Badge>
}

export const COLUMNS: readonly Column<LoggedRequest>[] = [
  { id: 'time', header: REQUESTS.time, width: '6rem', cell: ({ at }) => <Time value={at} as="clock" /> },
  { id: 'method', header: REQUESTS.method, width: '5rem', cell: ({ method }) => method },
  {
    id: 'path',
    header: REQUESTS.path,
    width: 'minmax(14rem, 3fr)',
    cell: ({ path }) => (
      <Text span ff="monospace" size="xs" truncate>
        {path}
      </Text>
    ),
  },
  {
    id: 'status',
    header: REQUESTS.status,
    width: '6rem',
    cell: ({ status }) => <Status status={status} />,
    sortBy: ({ status }) => status,
  },
  {
    id: 'latency',
    header: REQUESTS.latency,
    width: '6rem',
    align: 'end',
    cell: ({ ms }) => (
      <Tooltip label={REQUESTS.milliseconds(NUMBER.format(ms))}>
        <span>{REQUESTS.milliseconds(SHORT.format(ms))}</span>
      </Tooltip>
    ),
    sortBy: ({ ms }) => ms,
  },
  {
    id: 'left',
    header: REQUESTS.left,
    width: '7rem',
    align: 'end',
    cell: ({ limits }) =>
      limits === undefined ? '–' : `${NUMBER.format(limits.remaining)} / ${NUMBER.format(limits.limit)}`,
    sortBy: ({ limits }) => limits?.remaining ?? Number.MAX_SAFE_INTEGER,
  },
  {
    id: 'token',
    header: REQUESTS.token,
    width: 'minmax(9rem, 1fr)',
    cell: ({ credentials = 'refused' }) => REQUESTS.credentials[credentials] ?? credentials,
  },
]
