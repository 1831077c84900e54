import { Switch, Text } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { EmptyState } from '../../../components/EmptyState.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { SERVER } from '../../../text/server.ts'
import type { ServerState } from './server-state.ts'

type Setting = ServerState['settings'][number]

const COLUMNS: readonly Column<Setting>[] = [
  {
    id: 'name',
    header: SERVER.setting,
    cell: ({ name }) => (
      <Text span size="sm" ff="monospace">
        {name}
      </Text>
    ),
    width: 'minmax(11rem, 1fr)',
  },
  {
    id: 'value',
    header: SERVER.value,
    cell: ({ value }) =>
      value === null ? (
        <Text span size="sm" c="dimmed">
          {SERVER.notSet}
        </Text>
      ) : (
        value
      ),
    width: 'minmax(12rem, 2fr)',
  },
  { id: 'source', header: SERVER.source, cell: ({ source }) => source ?? '', width: 'minmax(9rem, 1fr)' },
]

export function Settings({ settings }: { readonly settings: readonly Setting[] }) {
  const [isShort, setShort] = useState(true)
  // Sources are null when another program starts the server and passes the settings itself.
  const hasSources = settings.some(({ source }) => source !== null)
  const rows = isShort ? settings.filter(({ source }) => source !== SERVER.default) : settings
  return (
    <>
      <Section
        title={SERVER.settings}
        description={SERVER.settingsHelp}
        isFlush
        actions={
          hasSources && (
            <Switch
              size="sm"
              label={SERVER.onlyChanged}
              checked={isShort}
              onChange={(event) => setShort(event.currentTarget.checked)}
            />
          )
        }
      >
        <DataTable
          label={SERVER.settings}
          rows={rows}
          columns={hasSources ? COLUMNS : COLUMNS.filter(({ id }) => id !== 'source')}
          rowId={({ name }) => name}
          maxHeight="60vh"
          empty={<EmptyState title={SERVER.noSettings}>{SERVER.noSettingsAdvice}</EmptyState>}
        />
      </Section>
      <SameCommand command="aviary config" />
    </>
  )
}
