/**
 * Reads the ids of held copies from a list, a table with a header, JSON, or lines with posts and users, also
 * compressed with gzip. Every value that is not an id is reported. `aviary compliance check` has the same
 * rules and reads more forms.
 */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'

export const ROUNDED = 'a spreadsheet has rounded these ids; export the column as text'

/** Thrown when it is not clear which column contains the ids. */
export class ColumnUnclear extends Error {}

const NAMES = {
  tweets: ['tweetid', 'statusid', 'idstr', 'id'],
  users: ['userid', 'authorid', 'accountid', 'idstr', 'id'],
}
const LARGEST = 2n ** 63n - 1n
/** Maximum number of characters of a JSON value. */
const LONGEST = 16 * 1024 * 1024
const plain = (name) => name.toLowerCase().replace(/[\s_"]/g, '')

/**
 * @param {string} file
 * @param {{ type: 'tweets' | 'users', column?: string }} options
 * @returns {Promise<{ ids: Set<string>, duplicates: number, unreadable: object[], column?: string, sha256: string, bytes: number, isRounded: boolean }>}
 */
export async function readHeldIds(file, { type, column }) {
  const held = { ids: new Set(), duplicates: 0, unreadable: [], column: undefined, isRounded: false }
  const rounding = { long: 0, zeros15: 0, longer: 0, zeros17: 0 }
  const take = (id, line, isText = false) => {
    if (id.fault !== undefined) return held.unreadable.push({ place: String(line), reason: id.fault })
    if (!isText && isRounded(id.digits, rounding)) {
      return held.unreadable.push({ place: String(line), reason: `${id.digits}: ${ROUNDED}` })
    }
    if (held.ids.has(id.digits)) held.duplicates += 1
    held.ids.add(id.digits)
  }
  const facts = { hash: createHash('sha256'), bytes: 0 }
  let table
  let number = 0
  let [rest, length, depth] = [[], 0, 0]
  try {
    for await (const text of linesOf(file, facts)) {
      number += 1
      const line = text.replace(/^\ufeff/, '').trim()
      if (line === '' || line.startsWith('#')) continue
      if (rest.length > 0 || /^[[{]/.test(line)) {
        // The lines of a JSON value are collected until all brackets are closed.
        rest.push(line)
        length += line.length
        depth += depthOf(line)
        if (depth > 0 && length < LONGEST) continue
        const value = parsed(rest.join('\n'))
        for (const each of value === undefined ? [{ fault: 'not JSON' }] : idsIn(value, type)) {
          take(each, number, each.isText)
        }
        ;[rest, length, depth] = [[], 0, 0]
        continue
      }
      table ??= tableOf(line, type, column)
      if (table.isHeader) {
        table.isHeader = false
        held.column = table.name
        continue
      }
      take(
        idOf(table.separator === undefined ? line : (cellsOf(line, table.separator)[table.index] ?? '')),
        number,
      )
    }
  } catch (error) {
    if (error instanceof ColumnUnclear || error.code === 'ENOENT') throw error
    held.unreadable.push({ place: String(number), reason: error.message })
  }
  if (rest.length > 0) held.unreadable.push({ place: String(number), reason: 'JSON that is not whole' })
  const { long, zeros15, longer, zeros17 } = rounding
  held.isRounded = (long >= 10 && zeros15 * 10 > long) || (longer >= 10 && zeros17 === longer)
  return { ...held, sha256: facts.hash.digest('hex'), bytes: facts.bytes }
}

async function* linesOf(file, facts) {
  const raw = createReadStream(file)
  raw.on('data', (chunk) => {
    facts.hash.update(chunk)
    facts.bytes += chunk.length
  })
  const input = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw
  raw.on('error', (error) => input.destroy(error))
  let failure
  input.on('error', (error) => {
    failure = error
  })
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield line
  if (failure !== undefined) throw failure
}

/** Decides from the first line whether the file has one id a line or is a table. */
function tableOf(line, type, asked) {
  const separator = [',', '\t', ';', '|'].find(
    (each) => cellsOf(line, each).length > 1 && !/^[^,]*,$/.test(line),
  )
  const cells = separator === undefined ? [line] : cellsOf(line, separator)
  const names = cells.map(plain)
  const isHeader = cells.every((cell) => idOf(cell).fault !== undefined && !isFloat(cell))
  if (asked !== undefined) {
    const named = isHeader ? names.indexOf(plain(asked)) : -1
    const index = named >= 0 ? named : Number(asked) - 1
    if (cells[index] === undefined) throw new ColumnUnclear(`there is no column ${JSON.stringify(asked)}`)
    return { separator, isHeader, index, name: isHeader ? cells[index] : asked }
  }
  if (isHeader && (separator !== undefined || Object.values(NAMES).flat().includes(names[0]))) {
    const index = names.indexOf(NAMES[type].find((name) => names.includes(name)))
    if (index < 0)
      throw new ColumnUnclear(
        `no column of ${cells.join(', ')} is known to hold ids of ${type}; name it with --column`,
      )
    return { separator, isHeader, index, name: cells[index] }
  }
  const ids = cells.flatMap((cell, index) => (idOf(cell).fault === undefined ? [index] : []))
  const long = ids.filter((index) => idOf(cells[index]).digits.length > 7)
  const candidates = long.length > 0 ? long : ids
  if (candidates.length > 1)
    throw new ColumnUnclear('two columns look like ids; name the right one with --column')
  return { separator, isHeader: false, index: candidates[0] ?? 0 }
}

function cellsOf(line, separator) {
  const cells = []
  for (let at = 0; at <= line.length; ) {
    const quoted = /^\s*"((?:[^"]|"")*)"\s*/.exec(line.slice(at))
    const from = at + (quoted?.[0].length ?? 0)
    const next = line.indexOf(separator, from)
    const end = next < 0 ? line.length : next
    cells.push(
      quoted === null ? line.slice(at, end) : quoted[1].replaceAll('""', '"') + line.slice(from, end),
    )
    at = end + 1
  }
  return cells
}

const isFloat = (text) =>
  /^["']?[+-]?[0-9]+(?:[.,][0-9]*)?e[+-]?[0-9]+["']?$|^["']?[0-9]{4,}[.,][0-9]+["']?$/i.test(text.trim())

function idOf(text) {
  const [, digits] =
    /^\s*["'=]*\s*x?0*([0-9]+)\s*["']*\s*[,;]?\s*$/.exec(text) ??
    /\/(?:status(?:es)?)\/([0-9]+)/.exec(text) ??
    []
  if (digits === undefined)
    return { fault: isFloat(text) ? ROUNDED : `${JSON.stringify(text.slice(0, 40))} is no id` }
  if (digits === '0' || digits.length > 19 || BigInt(digits) > LARGEST)
    return { fault: `${digits.slice(0, 40)} is 0 or beyond 64 bits` }
  return { digits }
}

/** Number of brackets that a line opens and does not close. */
function depthOf(line) {
  const brackets = line.replace(/"(?:[^"\\]|\\.)*"/g, '')
  return (brackets.match(/[[{]/g)?.length ?? 0) - (brackets.match(/[\]}]/g)?.length ?? 0)
}

/** Parses JSON and keeps all digits of numbers. Undefined if the text is not JSON. */
function parsed(text) {
  // Numbers become strings before JSON.parse rounds them. Strings are not changed.
  const exact = text.replace(/"(?:[^"\\]|\\.)*"|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/g, (part) =>
    part.startsWith('"') ? part : `"\\u0001${part}"`,
  )
  try {
    return JSON.parse(exact)
  } catch {
    return undefined
  }
}

/** The ids in a value: plain ids, and ids of posts, users, rows and pages. */
function* idsIn(value, type, depth = 0) {
  if (depth > 8) yield { fault: 'nested too deeply' }
  else if (Array.isArray(value)) for (const inner of value) yield* idsIn(inner, type, depth + 1)
  else if (typeof value === 'string') yield idFrom(value)
  else if (value === null || typeof value !== 'object') yield { fault: `${String(value)} is no id` }
  else yield* idsInObject(value, type, depth)
}

function* idsInObject(object, type, depth) {
  const isPost = typeof (object.text ?? object.full_text) === 'string'
  const inner = object.statuses ?? object.data
  if (!isPost && inner !== undefined) {
    yield* idsIn(inner, type, depth + 1)
    if (Array.isArray(object.includes?.[type])) yield* idsIn(object.includes[type], type, depth + 1)
    return
  }
  if (typeof object.delete === 'object' || typeof object.limit === 'object') return
  const user = object.user ?? object.author
  const isOther = type === 'tweets' ? object.screen_name !== undefined : false
  const named = Object.entries(object).map(([name, text]) => [plain(name), text])
  const own =
    type === 'users' && isPost
      ? (user?.id_str ?? user?.id ?? object.author_id ?? object.user_id)
      : (object.id_str ??
        NAMES[type]
          .map((name) => named.find(([each]) => each === name)?.[1])
          .find((text) => typeof text === 'string'))
  yield isOther || typeof own !== 'string'
    ? { fault: `there is no id of ${type} in it` }
    : idFrom(own, isPost)
  for (const name of ['retweeted_status', 'quoted_status']) {
    if (typeof object[name] === 'object' && object[name] !== null)
      yield* idsInObject(object[name], type, depth + 1)
  }
}

/**
 * An id of a post object that was a string in the file has certainly all its digits (`isText`). The mark
 * \u0001 shows that the value was a number.
 */
function idFrom(text, isOwn = false) {
  return { ...idOf(text.replace('\u0001', '')), isText: isOwn && !text.startsWith('\u0001') }
}

/**
 * True if a spreadsheet may have rounded an id. Spreadsheets keep 15 digits and write zeros after them.
 * JavaScript keeps 17 digits.
 */
function isRounded(digits, counts) {
  if (digits.length < 17) return false
  const zeros15 = /^0*$/.test(digits.slice(15))
  counts.long += 1
  if (zeros15) counts.zeros15 += 1
  if (digits.length > 17) {
    counts.longer += 1
    if (/^0*$/.test(digits.slice(17))) counts.zeros17 += 1
  }
  return zeros15
}
