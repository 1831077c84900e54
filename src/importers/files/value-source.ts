/** Reads the values and rows of an input by their forms (spec/file-recognition.md#recognition). */
import {
  textsIn,
  textsInFile,
  type UnpackedText,
  type UnpackOptions,
  withCount,
} from '../../files/containers.ts'
import { type Content, contentOf } from '../../files/content.ts'
import { type FallbackEncoding, withWindows1252 } from '../../files/decode.ts'
import type { JsonValue } from '../../files/json-reader.ts'
import type { TableRecord } from '../../files/records.ts'
import type { Table } from '../../files/rows.ts'
import { shownName } from '../../files/shown-name.ts'
import { FileUnreadable } from '../../files/unreadable.ts'
import { SIBLINGS, TABLE_FORMS } from '../forms/index.ts'
import { edgesInTable, edgeTableOf, normalizedName } from '../graph/edge-rows.ts'
import type { EdgeValue, GraphReading } from '../graph/edge-value.ts'
import {
  edgesInIdTable,
  FOLLOW_VARIABLE,
  hasUsers,
  JsonFollowList,
  NAMES_NO_USER,
} from '../graph/follow-list.ts'
import type { TableForm, TableRow } from '../items.ts'
import type { ImportInput } from './inputs.ts'
import { type TextPlace, textPlaceOf } from './text-place.ts'

/** A JSON value, or a row of a table, with its position. */
export type FileValue =
  | ({ readonly is: 'json' } & JsonValue)
  | {
      readonly is: 'row'
      readonly line: number
      readonly form: TableForm
      readonly row: TableRow
      readonly text: string
      readonly fault?: string
    }
  | EdgeValue
  /** An id from a list of ids; such ids are not imported. */
  | { readonly is: 'id'; readonly line: number; readonly text: string }

/** Consecutive values of one file or member. */
export interface ValueBatch {
  /** Name of the file, followed by the names of members. */
  readonly name: string
  readonly text: TextPlace
  readonly values: readonly FileValue[]
}

export interface SourceOptions {
  readonly stdin: AsyncIterable<Buffer>
  readonly encoding?: FallbackEncoding | undefined
  readonly graph: GraphReading
  /** True if there are several inputs; media files are then skipped. */
  readonly isMediaSkipped: boolean
  readonly onBytes: (bytes: number) => void
  /** Called for a part that cannot be read to its end. Reading continues with the next part. */
  readonly fault: (place: string, reason: string) => void
  /** Called for a part that is skipped. */
  readonly warn: (place: string, reason: string) => void
  /** Returns true if the rest of a file or member need not be read. */
  readonly isGivenUp: (text: TextPlace) => boolean
}

/** The values of an input. A fault in one part is reported and does not affect other parts. */
export async function* valuesOf(input: ImportInput, options: SourceOptions): AsyncGenerator<ValueBatch> {
  const placeOf = (member: string) => (member === '' ? input.name : `${input.name}/${shownName(member)}`)
  const unpack: UnpackOptions = {
    warn: (member, what) => options.warn(placeOf(member), what),
    fault: (member, reason) => options.fault(placeOf(member), reason),
    maxBytes: Number.POSITIVE_INFINITY,
    isMediaSkipped: options.isMediaSkipped,
    siblings: SIBLINGS,
  }
  let place = input.name
  try {
    const texts =
      input.is === 'stdin'
        ? textsIn(withCount(options.stdin, options.onBytes), unpack)
        : textsInFile(input.path, unpack, options.onBytes)
    for await (const text of texts) {
      place = placeOf(text.name)
      try {
        const textPlace = textPlaceOf(input.path, text)
        for await (const values of valuesIn(text, place, options)) {
          yield { ...values, text: textPlace }
          if (options.isGivenUp(textPlace)) break
        }
      } catch (error) {
        if (!(error instanceof FileUnreadable)) throw error
        options.fault(place, error.message)
      }
      // An error between two members is an error of the container.
      place = input.name
    }
  } catch (error) {
    if (!(error instanceof FileUnreadable)) throw error
    options.fault(place, error.message)
  }
}

async function* valuesIn(
  { chunks }: UnpackedText,
  name: string,
  { encoding, graph, fault }: SourceOptions,
): AsyncGenerator<Omit<ValueBatch, 'text'>> {
  const content = await contentOf(chunks, { fallback: encoding })
  if (content.is === 'named') fault(name, `it is ${content.what}; ${content.remedy}`)
  else if (content.is === 'assignment' && !isFollowList(content, graph)) fault(name, ARCHIVE_FILE)
  else if (content.is === 'json' || content.is === 'assignment') {
    for await (const { values, isEndMissing } of jsonValuesOf(content, graph)) {
      yield { name, values }
      if (isEndMissing) fault(name, TRUNCATED)
    }
  } else if (content.is === 'table') {
    for await (const values of rowsOf(content, graph)) yield { name, values }
  }
}

/** True for the followers or friends in an archive, if the options name the user of the list. */
function isFollowList({ variable }: Content & { is: 'assignment' }, { list }: GraphReading): boolean {
  return list !== undefined && FOLLOW_VARIABLE.test(variable)
}

async function* jsonValuesOf(
  content: Content & { is: 'json' | 'assignment' },
  graph: GraphReading,
): AsyncGenerator<{ readonly values: readonly FileValue[]; readonly isEndMissing: boolean }> {
  const list = new JsonFollowList(graph)
  for await (const values of content.values) {
    const isEndMissing = values.at(-1)?.isEndMissing === true
    const whole = values.filter((value) => value.isEndMissing !== true)
    yield { values: whole.flatMap((value) => valuesOfJson(value, list, graph)), isEndMissing }
  }
  for (const values of list.end()) yield { values, isEndMissing: false }
}

/** A value, followed by the invalid follows of its list. The valid follows come after the last value of the file. */
function valuesOfJson(value: JsonValue, list: JsonFollowList, graph: GraphReading): readonly FileValue[] {
  const edges = list.take(value)
  if (edges === undefined) return [jsonValue(value)]
  return graph.wants === 'all' && hasUsers(value) ? [jsonValue(value), ...edges] : edges
}

const FOLLOWS_NOT_WANTED =
  'it is a table of follows; nothing of it was imported: use "aviary import FILE", which imports every kind'

const TRUNCATED = 'it is truncated: its list does not end; get the complete file and run the import again'

/**
 * The message that refuses a single file of an archive. Such a file does not show which of its items are private, and a
 * reject file would contain the beginning of the file.
 */
const ARCHIVE_FILE =
  'it is a file of a personal archive, and nothing of it was imported: give the whole archive, as a folder or zip file'

function jsonValue(value: JsonValue): FileValue {
  const { value: parsed, text, line } = value
  const isId = typeof parsed === 'number' || (typeof parsed === 'string' && /^\d{1,19}$/.test(parsed))
  return isId ? { is: 'id', line, text } : { is: 'json', ...value }
}

/** @throws {FileUnreadable} */
async function* rowsOf(
  { table, rows }: Content & { is: 'table' },
  graph: GraphReading,
): AsyncGenerator<readonly FileValue[]> {
  const form = graph.wants === 'follows' ? undefined : postOrUserFormOf(table)
  if (graph.list !== undefined && form === undefined) yield* edgesInIdTable(rows, graph.list, graph)
  else if (graph.wants === 'follows' && isColumnOfIds(table)) throw new FileUnreadable(NAMES_NO_USER)
  else {
    const edges = form === undefined ? edgeTableOf(table, graph.wants === 'follows') : undefined
    if (edges !== undefined && graph.wants === 'others') throw new FileUnreadable(FOLLOWS_NOT_WANTED)
    if (edges !== undefined) yield* edgesInTable(edges, rows, graph)
    else {
      const read = form ?? idReaderOf(table)
      for await (const records of rows) yield records.flatMap((record) => read(record))
    }
  }
}

/** True if each of the first lines is a single number. */
function isColumnOfIds({ first }: Table): boolean {
  return first.every(({ cells }) => cells.length === 1 && /^\s*\d{1,19}\s*$/.test(cells[0] ?? ''))
}

type ReadRow = (record: TableRecord) => readonly FileValue[]

/**
 * The reader of a table of posts or users. The header identifies the form; if there is no header, the first row
 * identifies it. Undefined for other tables.
 */
function postOrUserFormOf(table: Table): ReadRow | undefined {
  const [first, second] = table.first
  if (first === undefined) return () => []
  const isCommented = table.commentNames.length > 0
  const names = namesOf(table)
  const firstRow = (isCommented ? first : second)?.cells ?? []
  const named = TABLE_FORMS.find((form) => form.matches(names, firstRow))
  if (named !== undefined) return rowReader(table, named, names, !isCommented)
  const bare = TABLE_FORMS.find((form) => form.matches([], first.cells))
  if (bare === undefined) return undefined
  return rowReader(table, bare, bare.columns ?? first.cells.map((_, index) => String(index)), false)
}

function headerOf({ commentNames, first: [first] }: Table): readonly string[] {
  return commentNames.length > 0 ? commentNames : (first?.cells ?? [])
}

function namesOf(table: Table): readonly string[] {
  return headerOf(table).map(normalizedName)
}

/** The reader of a list of ids. @throws {FileUnreadable} for other tables */
function idReaderOf(table: Table): ReadRow {
  if (isListOfIds(table, namesOf(table)))
    return ({ cells, line }) => [{ is: 'id', line, text: cells.join('\t') }]
  throw new FileUnreadable(
    table.separator === undefined
      ? 'its lines are neither JSON nor rows of a table; nothing of it was imported'
      : `it is a table without columns for posts, users or follows (its columns are ${shownName(headerOf(table).join(', ')).slice(0, 200)}); name its columns as in docs/spec/data-files.md`,
  )
}

/** @param hasHeader true if the first row contains column names */
function rowReader(table: Table, form: TableForm, columns: readonly string[], hasHeader: boolean): ReadRow {
  let isBeforeHeader = hasHeader
  const inEncoding = form.encoding === undefined ? (cell: string) => cell : withWindows1252
  return ({ cells: recorded, line, fault: broken }) => {
    const isHeader = isBeforeHeader
    isBeforeHeader = false
    const cells = recorded.map(inEncoding)
    if (isHeader || cells.every((cell) => cell.trim() === '')) return []
    const row: Record<string, string> = Object.create(null) as Record<string, string>
    for (const [index, cell] of cells.entries()) row[columns[index] ?? String(index)] ??= cell
    const text = cells.join('\t')
    // A row with too few or too many cells is rejected, because its values are in the wrong columns.
    const isShifted = !table.isNumeric && cells.length !== columns.length
    const shifted = isShifted ? `the row has ${cells.length} cells, the table ${columns.length}` : undefined
    const fault = broken ?? shifted
    return [{ is: 'row', line, form, row, text, ...(fault === undefined ? {} : { fault }) }]
  }
}

const ID = /^["'x]*\d{1,19}["',]*$/i
const MIN_ID_SHARE = 0.9

/** True for a list with one id on each line, and for a table with a column of ids. */
function isListOfIds({ first, separator }: Table, names: readonly string[]): boolean {
  const ids = first.filter(({ cells }) => ID.test((cells[0] ?? '').trim()))
  const hasColumn = separator !== undefined && names.some((name) => /(?:^|[a-z])ids?(?:str)?$/.test(name))
  return hasColumn || (first.length > 0 && ids.length >= first.length * MIN_ID_SHARE - 1 && ids.length > 0)
}
