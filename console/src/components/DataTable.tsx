/**
 * A table with any number of rows. Only the visible rows are in the page. On phones, each row is a block with labelled
 * values.
 */
import { Text, UnstyledButton } from '@mantine/core'
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react'
import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react'
import { COMPONENTS } from '../text/components.ts'
import classes from './DataTable.module.css'

export interface Column<Row> {
  readonly id: string
  readonly header: string
  readonly cell: (row: Row) => ReactNode
  /** The value by which rows are sorted. Without it, the column cannot be sorted. */
  readonly sortBy?: (row: Row) => string | number
  /** Width as a track of a CSS grid, such as `8rem` or `minmax(10rem, 2fr)`; default `minmax(6rem, 1fr)`. */
  readonly width?: string
  /** `end` for columns of numbers. */
  readonly align?: 'start' | 'end'
}

interface Props<Row> {
  /** Name of the table for screen readers. */
  readonly label: string
  readonly rows: readonly Row[]
  /**
   * The columns. Every render must pass the same array, so declare it outside the component or with
   * `useMemo`.
   */
  readonly columns: readonly Column<Row>[]
  readonly rowId: (row: Row) => string
  /** Shown in a table without rows. */
  readonly empty: ReactNode
  /** Called after a click on a row, and after Enter on a focused row. */
  readonly onSelect?: (row: Row) => void
  /** Id of the row whose details are shown. */
  readonly selectedId?: string | undefined
  /** Maximum height in CSS. Rows of a higher table scroll. The default is `32rem`. */
  readonly maxHeight?: string
  /** Height of a row in pixels before it is measured; default 36. */
  readonly rowHeight?: number
  /**
   * Minimum width in CSS. If there is less space, the table scrolls sideways, except on phones. The default
   * is `40rem`.
   */
  readonly minWidth?: string
}

const features = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})

type Definition<Row extends object> = ColumnDef<typeof features, Row, unknown>

const DEFAULT_TRACK = 'minmax(6rem, 1fr)'
const OVERSCAN_ROWS = 12

export function DataTable<Row extends object>({
  label,
  rows,
  columns,
  rowId,
  empty,
  onSelect,
  selectedId,
  maxHeight = '32rem',
  rowHeight = 36,
  minWidth = '40rem',
}: Props<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const definitions = useMemo(() => columns.map(definitionOf), [columns])
  const table = useTable({ features, data: rows as Row[], columns: definitions, getRowId: rowId })
  const sorted = table.getRowModel().rows
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => sorted[index]?.id ?? index,
    overscan: OVERSCAN_ROWS,
  })
  const tracks = columns.map(({ width = DEFAULT_TRACK }) => width).join(' ')
  const sizes = { '--tracks': tracks, '--min-width': minWidth } as CSSProperties
  if (rows.length === 0) return empty
  return (
    <section
      ref={scroller}
      className={classes['scroller']}
      style={{ maxHeight }}
      tabIndex={0}
      aria-label={label}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        className={classes['table']}
        style={sizes}
      >
        {/* biome-ignore lint/a11y/useFocusableInteractive: the row of headings is not interactive. */}
        <div role="row" aria-rowindex={1} className={classes['head']}>
          {table.getFlatHeaders().map(({ column }, index) => (
            <Heading
              key={column.id}
              label={columns[index]?.header ?? column.id}
              align={columns[index]?.align}
              sorted={column.getCanSort() ? column.getIsSorted() : undefined}
              onSort={() => column.toggleSorting()}
            />
          ))}
        </div>
        <div role="rowgroup" className={classes['body']} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const row = sorted[index]
            if (row === undefined) return null
            return (
              <div
                key={row.id}
                role="row"
                aria-rowindex={index + 2}
                aria-selected={onSelect === undefined ? undefined : row.id === selectedId}
                data-index={index}
                ref={virtualizer.measureElement}
                className={classes['row']}
                data-selectable={onSelect !== undefined}
                tabIndex={onSelect === undefined ? -1 : 0}
                onClick={() => onSelect?.(row.original)}
                onKeyDown={(event) => onEnter(event, () => onSelect?.(row.original))}
                style={{ transform: `translateY(${start}px)` }}
              >
                {columns.map(({ id, header, cell, align = 'start' }) => (
                  <div
                    key={id}
                    role="cell"
                    className={classes['cell']}
                    data-align={align}
                    data-label={header}
                  >
                    {cell(row.original)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}

function definitionOf<Row extends object>({ id, header, sortBy }: Column<Row>): Definition<Row> {
  const common = { id, header, sortFn: 'basic', enableSorting: sortBy !== undefined } as const
  return { ...common, accessorFn: (row) => sortBy?.(row) ?? '' }
}

/** Enter in a button or link of the row acts only on the button or link. */
function onEnter(event: KeyboardEvent, act: () => void): void {
  if (event.key === 'Enter' && event.target === event.currentTarget) act()
}

interface HeadingProps {
  readonly label: string
  readonly align: 'start' | 'end' | undefined
  /** Undefined for a column that cannot be sorted. */
  readonly sorted: false | 'asc' | 'desc' | undefined
  readonly onSort: () => void
}

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const
const ICONS = { asc: IconArrowUp, desc: IconArrowDown } as const

function Heading({ label, align = 'start', sorted, onSort }: HeadingProps) {
  const text = (
    <Text span size="xs" fw={600} c="dimmed">
      {label}
    </Text>
  )
  const Icon = sorted === 'asc' || sorted === 'desc' ? ICONS[sorted] : IconArrowsSort
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the button inside is focusable.
    <div
      role="columnheader"
      className={classes['cell']}
      data-align={align}
      aria-sort={sorted === 'asc' || sorted === 'desc' ? DIRECTIONS[sorted] : undefined}
    >
      {sorted === undefined ? (
        text
      ) : (
        <UnstyledButton
          className={classes['sort'] ?? ''}
          onClick={onSort}
          aria-label={COMPONENTS.sortBy(label)}
        >
          {text}
          <Icon size={12} aria-hidden />
        </UnstyledButton>
      )}
    </div>
  )
}
