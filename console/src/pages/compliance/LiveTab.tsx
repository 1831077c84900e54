import { Badge, Button, Code, Group } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { type Column, DataTable } from '../../components/DataTable.tsx'
import { EmptyState } from '../../components/EmptyState.tsx'
import { Section } from '../../components/Section.tsx'
import { Time } from '../../components/Time.tsx'
import type { LiveEvent } from '../../live/event-lines.ts'
import { LiveStatus } from '../../live/LiveStatus.tsx'
import { useEvents } from '../../live/use-events.ts'
import { COMPLIANCE } from '../../text/compliance.ts'
import { PartitionSelect } from './PartitionSelect.tsx'
import { useComplianceSearch } from './use-compliance-search.ts'

const TEXTS = COMPLIANCE.live
const MAX_ROWS = 1_000

interface Message {
  readonly position: string
  readonly at: number
  readonly partition: number | null
  readonly name: string
  readonly message: string
}

/** Shows messages of the stream when the server sends them. */
export function LiveTab() {
  const { search, change } = useComplianceSearch()
  const { partition } = search
  const [rows, setRows] = useState<readonly Message[]>([])
  const [isEnabled, setEnabled] = useState(true)
  const onEvents = useCallback((events: readonly LiveEvent[]) => {
    const messages = events
      .filter(({ type }) => type === 'message')
      .map(({ data }) => JSON.parse(data) as Message)
    if (messages.length > 0) setRows((last) => [...messages.toReversed(), ...last].slice(0, MAX_ROWS))
  }, [])
  const live = useEvents({ path: '/console/api/compliance/events', isEnabled, onEvents })
  const shown = rows.filter((row) => partition === undefined || (row.partition ?? partition) === partition)
  const actions = (
    <>
      <LiveStatus live={live} />
      <PartitionSelect
        value={partition}
        all={COMPLIANCE.volume.allPartitions}
        onChange={(value) => change({ partition: value } as never)}
      />
      <Button
        variant="default"
        leftSection={isEnabled ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => setEnabled(!isEnabled)}
      >
        {isEnabled ? TEXTS.pause : TEXTS.resume}
      </Button>
      <Button variant="default" onClick={() => setRows([])} disabled={rows.length === 0}>
        {TEXTS.clear}
      </Button>
    </>
  )
  return (
    <Section title={TEXTS.title} actions={actions} isFlush>
      <DataTable
        label={TEXTS.title}
        rows={shown}
        columns={COLUMNS}
        rowId={({ position }) => position}
        empty={<EmptyState title={TEXTS.none}>{TEXTS.noneText}</EmptyState>}
      />
    </Section>
  )
}

const COLUMNS: readonly Column<Message>[] = [
  { id: 'time', header: TEXTS.columns.time, cell: ({ at }) => <Time value={at} as="clock" />, width: '6rem' },
  {
    id: 'partition',
    header: TEXTS.columns.partition,
    cell: ({ partition }) => partition ?? TEXTS.all,
    width: '6rem',
  },
  {
    id: 'kind',
    header: TEXTS.columns.kind,
    cell: ({ name }) => (
      <Group gap={6} wrap="nowrap">
        {name === 'test' ? 'delete' : name}
        {name === 'test' && (
          <Badge size="sm" variant="light">
            {TEXTS.test}
          </Badge>
        )}
      </Group>
    ),
    width: '10rem',
  },
  {
    id: 'message',
    header: TEXTS.columns.message,
    cell: ({ message }) => <Code>{message}</Code>,
    width: 'minmax(18rem, 3fr)',
  },
]
