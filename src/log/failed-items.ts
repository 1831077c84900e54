/**
 * Items that readers of the log and timed jobs left out because their own data failed: one row for each reader and item,
 * until a retry succeeds or somebody forgets it.
 *
 * Bound: {@link REMEMBERED_MOST} rows for each reader and a few hundred characters each. What fails beyond that is counted in
 * one more row, {@link OTHERS}, and is found again only by making what the reader makes anew.
 */
import { type RawBuilder, sql } from 'kysely'
import { query } from '../db/query.ts'
import type { Reader, Tx } from '../db/store.ts'
import { append } from './append.ts'

/** Rows of one reader. */
export const REMEMBERED_MOST = 10_000

/** The row of a reader that counts what is not remembered by itself. */
export const OTHERS = 'others'

/** Characters of a reason that are kept, and of what a retry needs. */
const ERROR_LONGEST = 300
const DETAIL_LONGEST = 1_000

/** Rows of a page. */
export const LISTED_MOST = 200

/** An item of a reader, named by its kind and id, such as `event 12`. */
export interface ItemName {
  readonly reader: string
  readonly item: string
}

export interface Failure extends ItemName {
  readonly error: unknown
  /** JSON of what a retry needs and nothing else holds, at most {@link DETAIL_LONGEST} characters; empty when left out. */
  readonly detail?: string | undefined
  /** Adds to the detail of an item that is remembered already; its detail is replaced when left out. */
  readonly merge?: ((known: string) => string) | undefined
}

export interface FailedItem extends ItemName {
  readonly detail: string
  /** Milliseconds since the Unix epoch. */
  readonly firstAt: number
  readonly lastAt: number
  /** How often it has failed; of {@link OTHERS} how many items did. */
  readonly attempts: number
  readonly error: string
  /** Whether it is about to be tried again. */
  readonly isAsked: boolean
}

/** How an event is named. */
export function eventItem(position: bigint): string {
  return `event ${position}`
}

/** How a post is named. */
export function postItem(id: bigint): string {
  return `post ${id}`
}

/** The id in a name that {@link eventItem} or {@link postItem} made; undefined for another kind. */
export function idIn(item: string, kind: 'event' | 'post'): bigint | undefined {
  const digits = new RegExp(`^${kind} (\\d{1,19})$`).exec(item)?.[1]
  return digits === undefined ? undefined : BigInt(digits)
}

/**
 * Remembers an item, in the transaction that goes on behind it. No event: it is about a reader, not about the network.
 * @param now milliseconds since the Unix epoch
 * @returns whether it was not remembered before
 */
export async function rememberFailed(tx: Tx, failure: Failure, now: number): Promise<boolean> {
  const { reader, item } = failure
  const { merge } = failure
  const detail = merge === undefined ? failure.detail : merge(await heldDetail(tx, { reader, item }))
  const row = {
    reader,
    item,
    detail: cut(detail ?? '', DETAIL_LONGEST),
    error: reasonOf(failure.error),
    now,
  }
  if ((await tx.run(failAgain, row)) > 0) return false
  if (((await tx.first(countOf, { reader }))?.rows ?? 0) >= REMEMBERED_MOST) {
    if ((await tx.run(failAgain, { ...row, item: OTHERS, detail: '' })) > 0) return false
    await tx.run(insertFailed, { ...row, item: OTHERS, detail: '' })
    return true
  }
  await tx.run(insertFailed, row)
  return true
}

/** The detail of an item, empty when it is not remembered; nobody adds to it until the transaction ends. */
async function heldDetail(tx: Tx, { reader, item }: ItemName): Promise<string> {
  await tx.run(hold, { reader, item })
  return (await tx.first(one, { reader, item }))?.detail ?? ''
}

/** Forgets an item; whether it was there. */
export async function forgetFailed(tx: Tx, { reader, item }: ItemName): Promise<boolean> {
  return (await tx.run(deleteFailed, { reader, item })) > 0
}

/** As {@link forgetFailed}, of one that has not failed again since it was read. */
export async function settleFailed(tx: Tx, { reader, item, attempts }: FailedItem): Promise<boolean> {
  return (await tx.run(deleteSettled, { reader, item, attempts })) > 0
}

/**
 * Has items tried again, or all of a reader, or all, by whatever server runs; how many.
 * @param now milliseconds since the Unix epoch
 */
export async function askAgain(tx: Tx, which: Partial<ItemName>, now: number): Promise<number> {
  const count = await tx.run(askFor, patterns(which))
  if (count > 0) append(tx, now, { kind: 'items.retried', ...patterns(which) })
  return count
}

/** Forgets items without trying them again; how many. */
export function dismissFailed(tx: Tx, which: Partial<ItemName>): Promise<number> {
  return tx.run(dismiss, patterns(which))
}

/** Items by reader and name, at most {@link LISTED_MOST} behind `after`. */
export async function failedItems(
  reader: Reader,
  which: Partial<ItemName> = {},
  after: ItemName = { reader: '', item: '' },
): Promise<readonly FailedItem[]> {
  return (
    await reader.rows(listed, { ...patterns(which), fromReader: after.reader, fromItem: after.item })
  ).map(itemOf)
}

/** Items that are to be tried again, at most {@link LISTED_MOST}. */
export async function askedItems(reader: Reader): Promise<readonly FailedItem[]> {
  return (await reader.rows(asked, {})).map(itemOf)
}

/** How many items of each reader are remembered. */
export function countFailed(
  reader: Reader,
): Promise<readonly { readonly reader: string; readonly items: number }[]> {
  return reader.rows(counts, {})
}

/** One remembered item. */
export async function findFailed(
  reader: Reader,
  { reader: name, item }: ItemName,
): Promise<FailedItem | undefined> {
  const row = await reader.first(one, { reader: name, item })
  return row && itemOf(row)
}

function reasonOf(error: unknown): string {
  return cut(error instanceof Error ? `${error.name}: ${error.message}` : String(error), ERROR_LONGEST)
}

/** Text that both engines take: no NUL, no half of a pair. */
function cut(text: string, longest: number): string {
  return text.slice(0, longest).replaceAll('\u0000', '\ufffd').toWellFormed()
}

interface Row extends ItemName {
  readonly detail: string
  readonly first_at: number
  readonly last_at: number
  readonly attempts: number
  readonly error: string
  readonly is_asked: number
}

function itemOf(row: Row): FailedItem {
  const { reader, item, detail, attempts, error } = row
  const times = { firstAt: row.first_at, lastAt: row.last_at }
  return { reader, item, detail, attempts, error, ...times, isAsked: row.is_asked === 1 }
}

/** Empty for any. */
function patterns({ reader = '', item = '' }: Partial<ItemName>): ItemName {
  return { reader, item }
}

interface Written {
  reader: string
  item: string
  detail: string
  error: string
  now: number
}

const insertFailed = query<Written>()((k, p) =>
  k
    .insertInto('failed_items')
    .values({
      reader: p('reader'),
      item: p('item'),
      detail: p('detail'),
      first_at: p('now'),
      last_at: p('now'),
      attempts: 1,
      error: p('error'),
      is_asked: 0,
    })
    // Another process may have been as fast.
    .onConflict((conflict) => conflict.columns(['reader', 'item']).doNothing()),
)

const failAgain = query<Written>()((k, p) =>
  k
    .updateTable('failed_items')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      last_at: p('now'),
      error: p('error'),
      detail: p('detail'),
      is_asked: 0,
    }))
    .where('reader', '=', p('reader'))
    .where('item', '=', p('item')),
)

// An update that changes nothing locks the row on both engines.
const hold = query<{ reader: string; item: string }>()((k, p) =>
  k
    .updateTable('failed_items')
    .set((eb) => ({ attempts: eb.ref('attempts') }))
    .where('reader', '=', p('reader'))
    .where('item', '=', p('item')),
)

const deleteSettled = query<{ reader: string; item: string; attempts: number }>()((k, p) =>
  k
    .deleteFrom('failed_items')
    .where('reader', '=', p('reader'))
    .where('item', '=', p('item'))
    .where('attempts', '=', p('attempts')),
)

const deleteFailed = query<{ reader: string; item: string }>()((k, p) =>
  k.deleteFrom('failed_items').where('reader', '=', p('reader')).where('item', '=', p('item')),
)

const COLUMNS = sql`reader, item, detail, first_at, last_at, attempts, error, is_asked`

function isMeant(reader: RawBuilder<string>, item: RawBuilder<string>): RawBuilder<boolean> {
  return sql<boolean>`(${reader} = '' or reader = ${reader}) and (${item} = '' or item = ${item})`
}

const askFor = query<{ reader: string; item: string }>()(
  (_, p) =>
    sql`update failed_items set is_asked = 1 where item <> 'others' and ${isMeant(p('reader'), p('item'))}`,
)

const dismiss = query<{ reader: string; item: string }>()(
  (_, p) => sql`delete from failed_items where ${isMeant(p('reader'), p('item'))}`,
)

const listed = query<{ reader: string; item: string; fromReader: string; fromItem: string }>()(
  (_, p) => sql<Row>`
    select ${COLUMNS} from failed_items
    where (reader, item) > (${p('fromReader')}, ${p('fromItem')}) and ${isMeant(p('reader'), p('item'))}
    order by reader, item limit ${sql.lit(LISTED_MOST)}`,
)

// Uses the index failed_items_asked.
const asked = query()(
  () => sql<Row>`
    select ${COLUMNS} from failed_items where is_asked = 1 order by reader, item limit ${sql.lit(LISTED_MOST)}`,
)

const one = query<{ reader: string; item: string }>()(
  (_, p) =>
    sql<Row>`select ${COLUMNS} from failed_items where reader = ${p('reader')} and item = ${p('item')}`,
)

const countOf = query<{ reader: string }>()(
  (_, p) => sql<{ rows: number }>`
    select cast(count(*) as integer) as rows from failed_items where reader = ${p('reader')} and item <> 'others'`,
)

const counts = query()(
  () => sql<{ reader: string; items: number }>`
    select reader, cast(count(*) as integer) as items from failed_items group by reader order by reader`,
)
