/** Reads documents of test mode, YAML or JSON, into values of a schema. Errors name the line and the column. */
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { type Document, isMap, isNode, LineCounter, parseDocument } from 'yaml'
import { ControlRefused } from '../refused.ts'

/** Characters of a document. */
export const MAX_DOCUMENT_LENGTH = 8_000_000

/** Errors that are listed at once; of wrong values the schema's checker lists eight. */
const MAX_ERRORS = 20

/** Keys and indexes from the root to a value, such as `['users', 0, 'screen_name']`. */
export type DocumentPath = readonly (string | number)[]

export interface ReadDocument<T> {
  readonly value: T
  /** A line that says what is wrong with a value, such as `world.yaml:12:5: posts[2].author: …`. */
  lineAt(path: DocumentPath, message: string): string
}

/** A document with errors; the message has a line for each. */
export class DocumentErrors extends ControlRefused {
  readonly lines: readonly string[]

  constructor(lines: readonly string[]) {
    const shown = lines.slice(0, MAX_ERRORS)
    const rest = lines.length - shown.length
    super([...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('\n'))
    this.lines = lines
  }
}

/**
 * Reads a document. Whole numbers become bigints.
 * @param name of the document in errors, such as its file name
 * @param schema closed objects; the description of a scalar completes "must be …"
 * @throws {DocumentErrors} for text that is neither YAML nor JSON, unknown keys and wrong values
 */
export function readDocument<Schema extends TSchema>(
  text: string,
  name: string,
  schema: Schema,
): ReadDocument<Static<Schema>> {
  if (text.length > MAX_DOCUMENT_LENGTH)
    throw new DocumentErrors([`${name} is longer than ${MAX_DOCUMENT_LENGTH} characters; split it`])
  const lines = new LineCounter()
  const document = parseDocument(text, { intAsBigInt: true, lineCounter: lines, prettyErrors: false })
  const at = (offset: number) => {
    const { line, col } = lines.linePos(offset)
    return `${name}:${line}:${col}`
  }
  if (document.errors.length > 0)
    throw new DocumentErrors(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}`))
  const value = javascriptOf(document, name)
  const places = { lineAt: (path: DocumentPath, message: string) => lineOf(document, at, path, message) }
  const wrong = errorsOf(schema, value)
  if (wrong.length > 0)
    throw new DocumentErrors(wrong.map(({ path, message }) => places.lineAt(path, message)))
  return { value: value as Static<Schema>, ...places }
}

/** @throws {DocumentErrors} for aliases that multiply */
function javascriptOf(document: Document, name: string): unknown {
  try {
    // An empty document is null.
    return document.toJS({ maxAliasCount: 100 }) ?? {}
  } catch (error) {
    throw new DocumentErrors([`${name}: ${error instanceof Error ? error.message : String(error)}`])
  }
}

interface Wrong {
  readonly path: DocumentPath
  readonly message: string
}

function errorsOf(schema: TSchema, value: unknown): readonly Wrong[] {
  const wrong: Wrong[] = []
  for (const { keyword, schemaPath, instancePath, params } of Value.Errors(schema, value)) {
    const path = pathOf(instancePath)
    const at = schemaAt(schema, schemaPath)
    if (keyword === 'additionalProperties') {
      const known = Object.keys((at as { properties?: object } | undefined)?.properties ?? {}).join(', ')
      const { additionalProperties: keys } = params as { readonly additionalProperties: readonly string[] }
      for (const key of keys) wrong.push({ path: [...path, key], message: `unknown key; known are ${known}` })
    } else if (keyword === 'required') {
      const { requiredProperties: keys } = params as { readonly requiredProperties: readonly string[] }
      wrong.push({ path, message: `needs ${keys.join(' and ')}` })
    } else if (keyword !== 'boolean') {
      // The schema "false" of an unknown key is reported with the key.
      wrong.push({ path, message: `must be ${describe(at, keyword)}` })
    }
  }
  return wrong
}

function describe(schema: unknown, keyword: string): string {
  const { description, type } = (schema ?? {}) as { description?: string; type?: string }
  if (description !== undefined) return description
  if (type === 'array') return keyword === 'type' ? 'a list' : 'a shorter list'
  if (type === 'object') return 'a map of keys and values'
  return type === 'boolean' ? 'true or false' : `of the type ${type ?? keyword}`
}

function pathOf(pointer: string): DocumentPath {
  return partsOf(pointer).map((part) => (/^\d+$/.test(part) ? Number(part) : part))
}

function partsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
}

function schemaAt(schema: TSchema, pointer: string): unknown {
  let found: unknown = schema
  for (const part of partsOf(pointer)) found = (found as Record<string, unknown> | undefined)?.[part]
  return found
}

function lineOf(
  document: Document,
  at: (offset: number) => string,
  path: DocumentPath,
  message: string,
): string {
  const shown = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${part}`)).join('')
  return `${at(offsetOf(document, path))}: ${shown.replace(/^\./, '')}${shown === '' ? '' : ': '}${message}`
}

/** Offset of the key of a value, of the item of a list, or of the innermost part of the path that exists. */
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
