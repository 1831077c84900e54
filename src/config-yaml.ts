/** Parses the settings file. Every error has a line and a column. */
import { dirname, resolve } from 'node:path'
import { isAlias, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument, type Scalar } from 'yaml'
import { type FileSettings, SETTINGS, type SettingName } from './config.ts'
import { ConfigFaults } from './config-faults.ts'
import { closestName } from './lib/closest-name.ts'

/** Maximum number of characters of a settings file. */
const MAX_LENGTH = 1_000_000

/**
 * Reads settings from YAML. Relative paths in the file are relative to its folder.
 * @param path path of the file; every error begins with it
 * @throws {ConfigFaults} for a text that is too long, is not YAML, or is neither empty nor a map
 */
export function parseConfigFile(text: string, path: string): FileSettings {
  if (text.length > MAX_LENGTH) {
    throw new ConfigFaults([`${path}: is longer than ${MAX_LENGTH} characters; it is no file of settings.`])
  }
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const at = placesIn(path, lines)
  if (document.errors.length > 0) {
    throw new ConfigFaults(document.errors.map(({ pos, message }) => `${at(pos[0])}: ${message}.`))
  }
  const { contents } = document
  const values = new Map<SettingName, { readonly text: string; readonly at: string }>()
  if (contents === null || (isScalar(contents) && contents.value === null))
    return { path, values, faults: [] }
  if (!isMap<Node, Node | null>(contents)) {
    throw new ConfigFaults([`${at(contents.range?.[0] ?? 0)}: must be settings, such as "port: 8080".`])
  }
  const faults: string[] = []
  for (const { key, value } of contents.items) {
    const place = at(key.range?.[0] ?? 0)
    const name = String(key.toJSON())
    if (!isSettingName(name)) faults.push(`${place}: ${unknown(name)}`)
    else {
      const read = textOf(name, (isAlias(value) ? value.resolve(document) : value) ?? undefined)
      if ('fault' in read) faults.push(`${place}: ${name}: ${read.fault}`)
      else values.set(name, { text: fromFolderOf(path, name, read.text), at: place })
    }
  }
  return { path, values, faults }
}

function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}

function unknown(name: string): string {
  const meant = closestName(name.replace(/^aviary[_-]/i, ''), Object.keys(SETTINGS))
  const hint = meant === undefined ? 'see "aviary serve --help" for all settings' : `did you mean ${meant}?`
  return `${JSON.stringify(name)} is not a setting of Aviary; ${hint}${meant === undefined ? '.' : ''}`
}

/** The value, written as the text that a flag would have. */
function textOf(
  name: SettingName,
  node: Node | undefined,
): { readonly text: string } | { readonly fault: string } {
  const { isList = false } = SETTINGS[name].kind
  if (isSeq<Node>(node) && isList) {
    const items = node.items.map((item) => (isScalar(item) ? scalarText(item) : undefined))
    const isFlat = items.every((item) => item !== undefined && !item.includes(','))
    return isFlat ? { text: items.join(',') } : { fault: 'every item must be one text.' }
  }
  const text = isScalar(node) ? scalarText(node) : undefined
  if (text !== undefined) return { text }
  if (node === undefined || isScalar(node)) {
    return { fault: 'has no value; give one, or remove the line for the default.' }
  }
  return {
    fault: `must be ${isList ? 'a list of texts' : 'one value'}, not a ${isSeq(node) ? 'list' : 'map'}.`,
  }
}

/** A scalar as text. Numbers stay as they are written, because a key of 64 digits must not be read as a number. */
function scalarText({ value, source }: Scalar): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'string' ? value : (source ?? String(value))
}

function fromFolderOf(path: string, name: SettingName, text: string): string {
  return SETTINGS[name].kind.isPath === true && text !== '' ? resolve(dirname(path), text) : text
}

function placesIn(path: string, lines: LineCounter): (offset: number) => string {
  return (offset) => {
    const { line, col } = lines.linePos(offset)
    return `${path}:${Math.max(line, 1)}:${Math.max(col, 1)}`
  }
}
