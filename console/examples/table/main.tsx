/** A `DataTable` with 100,000 rows, for test/console/table.test.ts. */
import '@mantine/core/styles.css'
import '../../src/base.css'
import { MantineProvider, Title } from '@mantine/core'
import { createRoot } from 'react-dom/client'
import { type Column, DataTable } from '../../src/components/DataTable.tsx'
import { styleNonce } from '../../src/nonce.ts'
import { cssVariables, theme } from '../../src/theme.ts'

interface Row {
  readonly number: number
  readonly path: string
  readonly milliseconds: number
}

const ROWS: readonly Row[] = Array.from({ length: 100_000 }, (_, number) => ({
  number,
  path: `/2/tweets/${number * 7919}`,
  milliseconds: (number * 7919) % 997,
}))

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'number',
    header: 'Number',
    cell: ({ number }) => number,
    sortBy: ({ number }) => number,
    width: '7rem',
  },
  { id: 'path', header: 'Path', cell: ({ path }) => path, width: 'minmax(12rem, 2fr)' },
  {
    id: 'time',
    header: 'Milliseconds',
    cell: ({ milliseconds }) => milliseconds,
    sortBy: ({ milliseconds }) => milliseconds,
    align: 'end',
  },
]

function Example() {
  return (
    <main>
      <Title order={1}>Requests</Title>
      <DataTable
        label="Requests"
        rows={ROWS}
        columns={COLUMNS}
        rowId={({ number }) => String(number)}
        empty={null}
        onSelect={() => undefined}
      />
    </main>
  )
}

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element "root".')
createRoot(root).render(
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariables}
    defaultColorScheme="auto"
    getStyleNonce={styleNonce}
  >
    <Example />
  </MantineProvider>,
)
