/** Finds the columns of tables of edges, and reads the edges of their rows (spec/data-files.md#follow-files). */
import type { ImportedEdge } from '../../domain/graph/import-follows.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { idOf } from '../ids.ts'
import { InvalidItem } from '../json-fields.ts'

export interface EdgeColumns {
  /** Index of the cell with the follower. The fields up to `time` are also indexes of cells. */
  readonly follower: number
  readonly followee: number
  readonly weight: number | undefined
  /** Index of the cell with a Unix time in seconds. Rows are stored in order of these times. */
  readonly time: number | undefined
  /** True if each row is an edge in both directions. */
  readonly isSymmetric: boolean
}

export interface EdgeOptions {
  /** True to swap follower and followee. */
  readonly isReversed?: boolean | undefined
  /** Number that is added to each id. */
  readonly idOffset?: bigint | undefined
}

const LEFT: ReadonlySet<string> = new Set(['follower', 'source', 'src', 'from'])
const RIGHT: ReadonlySet<string> = new Set([
  ...['followee', 'following', 'followed', 'friend', 'target', 'dst', 'to'],
])
/** Columns that contain counts, if the table has a column of users too and more than two columns. */
const COUNTS: ReadonlySet<string> = new Set(['followers', 'friends', 'followees', 'followings'])
const USERS: ReadonlySet<string> = new Set(['user', 'username', 'screenname', 'name'])
const WEIGHT = ['weight', 'value']
const TIME = ['time', 'timestamp', 'unixtime']

/** First cell of the header of a MatrixMarket file. */
const MATRIX = '%%matrixmarket'

/**
 * Columns of a header; undefined unless the names identify one column of followers and another column of
 * followees. Also undefined for a table of users with the counts of their followers.
 * @param names in lower case, without blanks, `_` and `-`
 */
export function columnsOfHeader(names: readonly string[]): EdgeColumns | undefined {
  if (names[0] === MATRIX) {
    return {
      follower: 0,
      followee: 1,
      weight: undefined,
      time: undefined,
      isSymmetric: names.includes('symmetric'),
    }
  }
  const words = names.map(wordOf)
  const hasUsers = words.some((word) => USERS.has(word))
  if (names.length > 2 && hasUsers && names.some((name) => COUNTS.has(name))) return undefined
  const left = words.findIndex((word) => LEFT.has(word))
  const right = words.findIndex((word) => RIGHT.has(word))
  const user = words.indexOf('user')
  const follower = left >= 0 ? left : user
  const followee = right >= 0 ? right : user
  if (follower < 0 || followee < 0 || follower === followee) return undefined
  return {
    follower,
    followee,
    weight: indexOf(names, WEIGHT),
    time: indexOf(names, TIME),
    isSymmetric: false,
  }
}

function indexOf(names: readonly string[], wanted: readonly string[]): number | undefined {
  const index = names.findIndex((name) => wanted.includes(name))
  return index < 0 ? undefined : index
}

/** The word in a name such as `followerid`, `fromnodeid` or `followers`, without its ending. */
function wordOf(name: string): string {
  const word = name.replace(/(?:node|user)?(?:id|idstr)?s?$/, '')
  return word === '' ? 'user' : word
}

/** Maximum number of cells of a follow: the two ids, the weight and the time. Other tables of numbers are wider. */
const MAX_CELLS = 4

/** True for a row of at least two numbers. */
export function isRowOfNumbers(cells: readonly string[]): boolean {
  return cells.length >= 2 && cells.every((cell) => /^\s*["']?-?\d[\d.eE+-]*["']?\s*$/.test(cell))
}

/**
 * Columns of a table without a header, in the order follower, followee, weight, time; undefined if a cell is not a
 * number, or if there are more cells.
 */
export function columnsOfRow(cells: readonly string[]): EdgeColumns | undefined {
  if (!isRowOfNumbers(cells) || cells.length > MAX_CELLS) return undefined
  return {
    follower: 0,
    followee: 1,
    weight: cells.length > 2 ? 2 : undefined,
    time: cells.length > 3 ? 3 : undefined,
    isSymmetric: false,
  }
}

/**
 * The edges of a row. The list is empty if a user follows itself, or if the weight is 0 or less.
 * @throws {InvalidItem} when a cell is not an id
 */
export function edgesOf(
  cells: readonly (string | undefined)[],
  { follower: left, followee: right, weight, isSymmetric }: EdgeColumns,
  { isReversed = false, idOffset = 0n }: EdgeOptions,
  note: ReportFault,
): readonly ImportedEdge[] {
  const one = nodeOf(cells[left], idOffset)
  const other = nodeOf(cells[right], idOffset)
  if (one === other) {
    note('edge', 'leads to itself')
    return []
  }
  if (weight !== undefined && Number(cells[weight] ?? 1) <= 0) {
    note('weight', 'out of range')
    return []
  }
  const [follower, followee] = isReversed ? [other, one] : [one, other]
  const edge = { follower, followee }
  return isSymmetric ? [edge, { follower: followee, followee: follower }] : [edge]
}

const DIGITS = /^\d{1,19}$/

function inRange(node: bigint): bigint | undefined {
  return node > 0n && node <= LARGEST_ID ? node : undefined
}

/** The id in a cell, plus the offset. @throws {InvalidItem} */
function nodeOf(cell: string | undefined, offset: bigint): bigint {
  const digits = DIGITS.test(cell ?? '') ? cell : /^\s*["']?(\d{1,19})["']?\s*$/.exec(cell ?? '')?.[1]
  if (digits === undefined)
    throw new InvalidItem('not two numeric ids in the columns of follower and followee')
  const node = BigInt(digits)
  const id = offset === 0n ? inRange(node) : idOf(String(node + offset))
  if (id !== undefined) return id
  throw new InvalidItem(
    node === 0n ? 'node 0 is no id; move all ids with --id-offset 1' : 'an id is 0 or beyond 64 bits',
  )
}
