import { Group, Stack } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type Column, DataTable } from '../../../components/DataTable.tsx'
import { Loaded } from '../../../components/Loaded.tsx'
import { LoadMore } from '../../../components/LoadMore.tsx'
import { PageHeader } from '../../../components/PageHeader.tsx'
import { SameCommand } from '../../../components/SameCommand.tsx'
import { Section } from '../../../components/Section.tsx'
import { TextFilter } from '../audit/TextFilter.tsx'

interface Texts {
  readonly title: string
  readonly help: string
  readonly list: string
  readonly query: string
  readonly holder: string
  readonly more: string
}

interface Props<Row, Data> {
  readonly text: Texts
  readonly query: UseInfiniteQueryResult<Data>
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly q: string | undefined
  readonly onQuery: (q: string) => void
  readonly onSelect: (row: Row) => void
  readonly filters?: ReactNode
  /** Buttons at the right of the title. */
  readonly actions?: ReactNode
  readonly empty: ReactNode
  readonly command: string
}

/** A page that finds users or posts. */
export function FinderPage<Row extends { readonly id: string }, Data>(props: Props<Row, Data>) {
  const { text, query, rows, columns, q, onQuery, onSelect, filters, actions, empty, command } = props
  return (
    <Stack gap="lg">
      <PageHeader title={text.title} description={text.help} actions={actions} />
      <Section title={text.list} isFlush>
        <Group gap="sm" align="flex-end" p="md">
          <TextFilter
            label={text.query}
            placeholder={text.holder}
            value={q}
            onChange={useDebouncedCallback(onQuery, 300)}
          />
          {filters}
        </Group>
        <Loaded query={query}>
          {() => (
            <DataTable
              label={text.title}
              rows={rows}
              columns={columns}
              rowId={({ id }) => id}
              onSelect={onSelect}
              maxHeight="65vh"
              minWidth="52rem"
              empty={empty}
            />
          )}
        </Loaded>
        <LoadMore query={query} label={text.more} />
      </Section>
      <SameCommand command={command} />
    </Stack>
  )
}
