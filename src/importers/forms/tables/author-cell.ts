/** Reads the author of a row from the cells that programs write for it (spec/data-files.md#tables). */
import { SCREEN_NAME_PATTERN } from '../../../domain/accounts/user.ts'
import type { ReportFault } from '../../../lib/repair.ts'
import type { TableOptions, TableRow } from '../../items.ts'
import { type Fields, InvalidItem } from '../../json-fields.ts'
import { permalinkOf } from '../../permalink.ts'
import { COLUMNS, cell, cellIn } from './columns.ts'
import { isHash, userIdOf } from './hashed-user.ts'

/** The author of a row as a v1.1 object. @throws {InvalidItem} if there is no author */
export function authorOfRow(row: TableRow, note: ReportFault, { author }: TableOptions): Fields {
  const link = permalinkOf(cell(row, 'permalink'))
  const inCells = authorInCells(row)
  const name = inCells.screenName ?? link?.screenName
  const written = cell(row, 'authorId')
  const isHashed = written !== undefined && isHash(written)
  const shownName = cell(row, 'displayName')
  // A name identifies a user better than an id that is made from a hash.
  const id = (isHashed && name !== undefined ? undefined : userIdOf(written)) ?? inCells.id
  if (inCells.unread !== undefined) note('user.screen_name', 'no user name')
  if (id === undefined && name === undefined) {
    if (author === undefined)
      throw new InvalidItem('there is no author; name the author of all posts with --author ID')
    return { id: author }
  }
  const hasScreenNameColumn = cellIn(row, 'userscreenname') !== undefined
  const description = cell(row, 'authorDescription')
  return {
    id: id ?? cellIn(row, 'altexternalid'),
    screen_name: name,
    name:
      (isHashed && isHash(shownName ?? '') ? undefined : shownName) ??
      inCells.displayName ??
      (hasScreenNameColumn ? cellIn(row, 'username') : undefined),
    created_at: cell(row, 'authorCreatedAt'),
    ...(description === undefined ? {} : { description }),
    location: cell(row, 'authorLocation'),
    url: cell(row, 'authorUrl'),
  }
}

/** Parts of an author in the cells of a row. */
interface AuthorInCells {
  readonly screenName?: string | undefined
  readonly id?: string | undefined
  readonly displayName?: string | undefined
  /** Text of the first cell that should contain a screen name, but contains other text. */
  readonly unread?: string
}

/**
 * The author in the first cell with a valid screen name, with the address of a profile, or with a user that Python has
 * printed.
 */
function authorInCells(row: TableRow): AuthorInCells {
  let unread: string | undefined
  for (const column of COLUMNS.authorName) {
    const text = cellIn(row, column)?.trim()
    if (text === undefined || isHash(text)) continue
    const screenName = screenNameIn(text)
    if (screenName !== undefined) return { screenName }
    const printed = printedUser(text)
    if (printed.screenName !== undefined || printed.id !== undefined) return printed
    unread ??= text
  }
  return unread === undefined ? {} : { unread }
}

const PROFILE = /^https?:\/\/(?:www\.|mobile\.|m\.)?(?:twitter|x)\.com\/(\w{1,25})\/?$/i

function screenNameIn(text: string): string | undefined {
  const name = PROFILE.exec(text)?.[1] ?? text.replace(/^@/, '')
  return SCREEN_NAME_PATTERN.test(name) ? name : undefined
}

/** The beginning of a printed `dict` or object: `{` or `User(`. */
const BEGINNING = /^(?:[\w.]{1,60}\(|\{)\s*/
/** A member with a simple value: a text without backslashes, a number, or a word such as `None`. */
const MEMBER =
  /(?:'(\w+)'|"(\w+)"|(\w+))\s*[:=]\s*(?:'([^'\\]*)'|"([^"\\]*)"|(\d+|[A-Za-z]+))\s*(?:,\s*|(?=[})]))/y

/**
 * The user in a text such as `{'username': 'fay', 'id': 107}`. Reads only the members before the first member whose
 * value is not simple.
 */
function printedUser(text: string): AuthorInCells {
  const [beginning] = BEGINNING.exec(text) ?? []
  if (beginning === undefined) return {}
  const members = new Map<string, string>()
  MEMBER.lastIndex = beginning.length
  for (let found = MEMBER.exec(text); found !== null; found = MEMBER.exec(text)) {
    const [, quoted, doubled, bare, first, second, word] = found
    members.set((quoted ?? doubled ?? bare ?? '').toLowerCase(), first ?? second ?? word ?? '')
  }
  const screenName = screenNameIn(members.get('username') ?? members.get('screen_name') ?? '')
  const id = members.get('id_str') ?? members.get('id')
  const displayName = members.get('displayname') ?? members.get('name')
  return {
    screenName,
    id: id !== undefined && /^\d{1,19}$/.test(id) ? id : undefined,
    displayName: displayName === 'None' ? undefined : displayName,
  }
}
