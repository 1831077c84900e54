/**
 * Reads documents of test mode from YAML or JSON, and checks them against a schema. Errors contain the line and the
 * column.
 */
import type { Static, TSchema } from 'typebox'
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'
import { ControlRefused } from '../refused.ts'
import { type DocumentPath, errorsOf, type WrongValue, withNumbersOf } from './schema-errors.ts'

/** Maximum number of characters in a document. */
export const MAX_DOCUMENT_LENGTH = 8_000_000

/** Maximum number of errors that a message lists. The schema checker lists at most eight wrong values. */
const MAX_ERRORS = 20

export interface ReadDocument<T> {
  readonly value: T
  /**
   * A line about a wrong value; it begins with the place of the value, such as `world.yaml:12:5: posts[2].author: …`.
   */
  lineAt(path: DocumentPath, message: string): string
}

/** The error for a wrong document. The message has a line for each wrong value. */
export class DocumentErrors extends ControlRefused {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    const shown = lines.slice(0, MAX_ERRORS)
    const rest = lines.length - shown.length
    super([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'))
    this.lines = lines
  }
}

/** Throws if there are wrong values. @throws {DocumentErrors} with a line for each wrong value */
export function requireCorrect(
  { lineAt }: Pick<ReadDocument<unknown>, 'lineAt'>,
  wrong: Iterable<WrongValue>,
): void {
  const lines = Array.from(wrong, ({ path, message }) => lineAt(path, message))
  if (lines.length > 0) throw new DocumentErrors(lines)
}

export interface DocumentOptions {
  /** A name to write before each error, such as a file name. Without a name, errors begin with `line 12, column 5`. */
  readonly name?: string | undefined
  /** Maximum number of characters; default: {@link MAX_DOCUMENT_LENGTH}. */
  readonly maxLength?: number | undefined
}

/**
 * Reads a document.
 * @param schema the schema in the form that {@link errorsOf} requires
 * @throws {DocumentErrors} for text that is neither YAML nor JSON, for unknown keys and for wrong values
 */
export function readDocument<Schema extends TSchema>(
  text: string,
  schema: Schema,
  { name, maxLength = MAX_DOCUMENT_LENGTH }: DocumentOptions = {},
): ReadDocument<Static<Schema>> {
  if (text.length > maxLength)
    throw new DocumentErrors([`${name ?? 'the text'} is longer than ${maxLength} characters; split it`])
  const lines = new LineCounter()
  const document = parseDocument(text, { intAsBigInt: true, lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return name === undefined
      ? `line ${Math.max(line, 1)}, column ${Math.max(col, 1)}`
      : `${name}:${line}:${col}`
  }
  if (document.errors.length > 0)
    throw new DocumentErrors(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`))
  const value = withNumbersOf(schema, javascriptOf(document, name ?? at(0)))
  const read = {
    value: value as Static<Schema>,
    lineAt: (path: DocumentPath, message: string) =>
      `${at(offsetOf(document, path))}: ${labelled(path, message)}`,
  }
  requireCorrect(read, errorsOf(schema, value))
  return read
}

/**
 * Checks a value against a schema, as {@link readDocument} checks a document. Errors have the path of the wrong
 * value, and no line.
 * @param name text to write before each error
 * @throws {DocumentErrors} for unknown keys and wrong values
 */
export function readValue<Schema extends TSchema>(
  value: unknown,
  schema: Schema,
  name: string,
): ReadDocument<Static<Schema>> {
  const read = {
    value: withNumbersOf(schema, value) as Static<Schema>,
    lineAt: (path: DocumentPath, message: string) => `${name}: ${labelled(path, message)}`,
  }
  requireCorrect(read, errorsOf(schema, read.value))
  return read
}

/**
 * Converts a document to JavaScript values. @throws {DocumentErrors} for YAML aliases that expand to too many values
 */
function javascriptOf(document: Document, name: string): unknown {
  try {
    // An empty document is null.
    return document.toJS({ maxAliasCount: 100 }) ?? {}
  } catch (error) {
    throw new DocumentErrors([`${name}: ${error instanceof Error ? error.message : String(error)}`])
  }
}

function labelled(path: DocumentPath, message: string): string {
  const shown = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return `${shown.replace(/^\./, '')}${shown === '' ? '' : ': '}${message}`
}

/**
 * The offset of a value's key, or of an item in a list. If the value is missing, the offset of the innermost existing
 * parent.
 */
function offsetOf(document: Document, path: DocumentPath): number {
  for (let length = path.length; length > 0; length -= 1) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const last = path[length - 1]
    const key = isMap(parent)
      ? parent.items.find(({ key }) => String(isNode(key) ? key.toJSON() : key) === String(last))?.key
      : document.getIn(path.slice(0, length), true)
    if (isNode(key) && key.range != null) return key.range[0]
  }
  return 0
}
