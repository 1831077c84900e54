/**
 * Recognises the content of a text by its beginning, and reads the values or rows of the text
 * (spec/file-recognition.md#recognition).
 */
import { type DecodeOptions, decoded } from './decode.ts'
import { JsonReader, type JsonValue, RECORD_SEPARATOR } from './json-reader.ts'
import type { TableRecord } from './records.ts'
import { isSkippedRow, RowReader, type Table, tableOf } from './rows.ts'
import { FileUnreadable } from './unreadable.ts'

/** The recognised content of a text; values or rows are returned in batches. */
export type Content =
  | { readonly is: 'json'; readonly values: AsyncGenerator<readonly JsonValue[]> }
  /** A file of a personal archive that assigns a list to a variable. */
  | {
      readonly is: 'assignment'
      readonly variable: string
      readonly values: AsyncGenerator<readonly JsonValue[]>
    }
  | { readonly is: 'table'; readonly table: Table; readonly rows: AsyncGenerator<readonly TableRecord[]> }
  /** Content in a known format that is not supported. */
  | { readonly is: 'named'; readonly what: string; readonly remedy: string }
  | { readonly is: 'empty' }

/** Number of characters that are read to recognise the content. */
const PROBE_LENGTH = 64 * 1024
/** Number of lines that are read to distinguish JSON from a table. */
const PROBE_LINES = 100
/**
 * Minimum share of lines that contain a JSON object. Other lines may contain, for example, the lengths in a recorded
 * stream.
 */
const MIN_JSON_SHARE = 1 / 3

const ASSIGNMENT =
  /^\s*(?:(window\.[\w.]{1,200})|(Grailbird\.data\.\w{1,100})|(?:var|let|const)\s+(\w{1,100}))\s*=\s*(?=[[{])/

/** Formats that are recognised but not supported. */
const NAMED: readonly (readonly [start: RegExp, what: string, remedy: string])[] = [
  [/^\*vertices\b/i, 'a Pajek graph', 'write its arcs as lines of two ids'],
  [/^graph\s*\[/i, 'a GML graph', 'write its edges as lines of two ids'],
  [/^<(?:\?xml[^>]*>\s*<)?(?:graphml|gexf)\b/i, 'a graph in XML', 'write its edges as lines of two ids'],
  [/^<(?:!doctype\s+html|html)\b/i, 'a web page', 'download the file itself'],
  [/^<\?xml\b/i, 'XML', 'convert it to JSON or CSV'],
  [/^\[?\s*\{'/, 'printed Python objects, not JSON', 'write it with json.dumps'],
]

/** Reads the beginning of a text and recognises its content. Any number of blanks may come first. */
export async function contentOf(
  chunks: AsyncIterable<Buffer>,
  options: DecodeOptions = {},
): Promise<Content> {
  const all = decoded(chunks, options)
  const { text, failure, isWhole, linesBefore } = await beginningOf(all)
  const pieces = failure === undefined ? all : failing(failure)
  const beginning = text.trimStart()
  if (beginning === '' && failure !== undefined) throw failure
  if (beginning === '') return { is: 'empty' }
  const json = (start: string) => laterBy(linesBefore, jsonIn(start, pieces))
  const [assignment, ...names] = ASSIGNMENT.exec(text) ?? []
  if (assignment !== undefined) {
    const variable = names.find((name) => name !== undefined) ?? ''
    const lines = assignment.replace(/[^\n]/g, '')
    return { is: 'assignment', variable, values: json(lines + text.slice(assignment.length)) }
  }
  const named = NAMED.find(([pattern]) => pattern.test(beginning))
  if (named !== undefined) return { is: 'named', what: named[1], remedy: named[2] }
  if (isJson(beginning)) return { is: 'json', values: json(text) }
  const table = tableOf(linesOf(text, isWhole))
  return { is: 'table', table, rows: laterBy(linesBefore, rowsIn(table, text, pieces)) }
}

interface Beginning {
  readonly text: string
  /** True if the beginning contains the whole text. */
  readonly isWhole: boolean
  /** Number of blank lines before the beginning; the text of the beginning does not contain them. */
  readonly linesBefore: number
  /** The error that prevents reading the text after the beginning. */
  readonly failure?: FileUnreadable
}

async function beginningOf(pieces: AsyncIterator<string>): Promise<Beginning> {
  let text = ''
  let linesBefore = 0
  for (;;) {
    try {
      const { value, done } = await pieces.next()
      if (done === true) return { text, isWhole: true, linesBefore }
      text += value
    } catch (error) {
      // If a file is truncated, the content before the fault is read before the error is thrown.
      if (text === '' || !(error instanceof FileUnreadable)) throw error
      return { text, isWhole: true, linesBefore, failure: error }
    }
    if (text.length < PROBE_LENGTH) continue
    const blanks = text.length - text.trimStart().length
    if (blanks < PROBE_LENGTH) return { text, isWhole: false, linesBefore }
    // A carriage return at the end may be the first half of a line end.
    const end = blanks === text.length && text.endsWith('\r') ? blanks - 1 : blanks
    linesBefore += text.slice(0, end).split(/\r\n|\n|\r/).length - 1
    text = text.slice(end)
  }
}

/** Values or rows in batches. The number of preceding lines is added to each line number. */
async function* laterBy<Item extends { readonly line: number }>(
  lines: number,
  batches: AsyncGenerator<readonly Item[]>,
): AsyncGenerator<readonly Item[]> {
  if (lines === 0) return yield* batches
  for await (const batch of batches) yield batch.map((item) => ({ ...item, line: item.line + lines }))
}

/** The first lines of a text. @param isWhole false if the last of these lines is incomplete */
function linesOf(start: string, isWhole: boolean): readonly string[] {
  const lines = start.split(/\r\n|\n|\r/)
  if (!isWhole && lines.length > 1) lines.pop()
  return lines.filter((line) => !isSkippedRow(line)).slice(0, PROBE_LINES)
}

async function* failing(failure: FileUnreadable): AsyncGenerator<string> {
  yield ''
  throw failure
}

function isJson(beginning: string): boolean {
  if (beginning.startsWith(RECORD_SEPARATOR) || /^[{[]/.test(beginning)) return true
  const lines = beginning
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, PROBE_LINES)
  const objects = lines.filter((line) => line.trimStart().startsWith('{'))
  return objects.length >= lines.length * MIN_JSON_SHARE
}

async function* jsonIn(start: string, pieces: AsyncIterable<string>): AsyncGenerator<readonly JsonValue[]> {
  const reader = new JsonReader()
  yield reader.take(start)
  try {
    for await (const piece of pieces) {
      const values = reader.take(piece)
      if (values.length > 0) yield values
    }
  } catch (error) {
    // In a truncated file with a list in one line, the list has no end. The complete values of the list are returned
    // before the error.
    if (error instanceof FileUnreadable) yield reader.end().filter(isWholeObject)
    throw error
  }
  yield reader.end()
}

/** True for a complete object; false for faults, and for a number alone, because a number may be truncated. */
function isWholeObject({ text, fault, value }: JsonValue): boolean {
  return fault === undefined && (value !== undefined || text.endsWith('}')) && text.startsWith('{')
}

async function* rowsIn(
  table: Table,
  start: string,
  pieces: AsyncIterable<string>,
): AsyncGenerator<readonly TableRecord[]> {
  const reader = new RowReader(table)
  yield reader.take(start)
  for await (const piece of pieces) {
    const rows = reader.take(piece)
    if (rows.length > 0) yield rows
  }
  yield reader.end()
}
