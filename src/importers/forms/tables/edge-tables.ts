/** Tables of follows (spec/data-files.md#follow-files). */
import { columnsOfHeader, columnsOfRow, type EdgeColumns, edgesOf } from '../../graph/edge-columns.ts'
import type { ImportItem, TableForm } from '../../items.ts'

const NAME = 'table of follows'

/** Tables without a header, with two numbers in each row. */
const BARE: TableForm = {
  name: NAME,
  matches: (columns, firstRow) => columns.length === 0 && columnsOfRow(firstRow) !== undefined,
  items: (row, note, options) => {
    const cells = Object.values(row)
    const columns = columnsOfRow(cells) ?? TWO_COLUMNS
    return edgesOf(cells, columns, options, note).map(itemOf)
  },
}

const TWO_COLUMNS: EdgeColumns = {
  follower: 0,
  followee: 1,
  weight: undefined,
  time: undefined,
  isSymmetric: false,
}

const NAMED: TableForm = {
  name: NAME,
  matches: (columns) => columnsOfHeader(columns) !== undefined && columns[0] !== MATRIX,
  items: (row, note, options) => {
    const columns = columnsOfHeader(Object.keys(row)) ?? TWO_COLUMNS
    return edgesOf(Object.values(row), columns, options, note).map(itemOf)
  },
}

const MATRIX = '%%matrixmarket'

/** A MatrixMarket file; rows do not have the words of the header, so that symmetric ones are a form of their own. */
function matrix(isSymmetric: boolean): TableForm {
  return {
    name: 'MatrixMarket graph',
    matches: (columns) => columns[0] === MATRIX && columns.includes('symmetric') === isSymmetric,
    items: (row, note, options) =>
      edgesOf(Object.values(row), { ...TWO_COLUMNS, isSymmetric }, options, note).map(itemOf),
  }
}

export const EDGE_TABLES: readonly TableForm[] = [matrix(true), matrix(false), NAMED, BARE]

function itemOf(edge: ReturnType<typeof edgesOf>[number]): ImportItem {
  return { kind: 'edge', edge }
}
