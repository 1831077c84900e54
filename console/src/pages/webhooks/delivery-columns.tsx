/** Columns of deliveries, for the owner of an app and for operators. */
import { Badge } from '@mantine/core'
import type { Column } from '../../components/DataTable.tsx'
import { Time } from '../../components/Time.tsx'
import { WEBHOOKS } from '../../text/webhooks.ts'
import type { Outcome } from './search.ts'

const TEXTS = WEBHOOKS.deliveries

const COLOURS: Readonly<Record<Outcome, string>> = {
  delivered: 'green',
  'dead-lettered': 'red',
  dropped: 'gray',
  expired: 'gray',
  waiting: 'yellow',
}

export interface Delivery {
  readonly id: string
  readonly screen_name: string | null
  readonly user_id: string
  readonly event: string | null
  readonly outcome: Outcome
  readonly attempts: number
  readonly at: number
  readonly took_ms: number | null
  readonly status: number | null
}

export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = [
  { id: 'time', header: TEXTS.columns.time, cell: ({ at }) => <Time value={at} />, width: '7rem' },
  { id: 'event', header: TEXTS.columns.event, cell: ({ event }) => event ?? TEXTS.trimmed },
  {
    id: 'user',
    header: TEXTS.columns.user,
    cell: ({ screen_name, user_id }) => (screen_name === null ? user_id : `@${screen_name}`),
  },
  {
    id: 'outcome',
    header: TEXTS.columns.outcome,
    cell: ({ outcome }) => (
      <Badge color={COLOURS[outcome]} variant="light">
        {TEXTS.outcomes[outcome]}
      </Badge>
    ),
    width: '9rem',
  },
  { id: 'status', header: TEXTS.columns.status, cell: ({ status }) => status ?? '–', width: '5rem' },
  {
    id: 'attempts',
    header: TEXTS.columns.attempts,
    cell: ({ attempts }) => attempts,
    align: 'end',
    width: '6rem',
  },
  {
    id: 'took',
    header: TEXTS.columns.took,
    cell: ({ took_ms }) => TEXTS.milliseconds(took_ms),
    align: 'end',
    width: '6rem',
  },
]
