/**
 * Items that readers of the log and periodic jobs skipped, because the data of the item caused an error. Each skipped
 * item has one row per reader, until a retry succeeds or an operator deletes the row.
 *
 * A reader has at most {@link MAX_FAILED_ITEMS} rows of a few hundred characters. Further failures are only counted, in
 * the row {@link OTHER_ITEMS}. The items of these failures are unknown, so an operator must rebuild the output of the
 * reader.
 */
import { type RawBuilder, sql } from 'kysely'
import { query } from '../db/query.ts'
import type { Reader, Tx } from '../db/store.ts'
import { append } from './append.ts'

export const MAX_FAILED_ITEMS = 10_000

/** Item name of the row that counts the failures for which a reader has no row left. */
export const OTHER_ITEMS = 'others'

/** Maximum characters of a stored error text, and of a stored detail. */
const MAX_ERROR_LENGTH = 300
const MAX_DETAIL_LENGTH = 1_000

/** Maximum rows of a page. */
export const FAILED_PAGE_SIZE = 200

/** An item of a reader, named by kind and id, such as `event 12`. */
export interface ItemName {
  readonly reader: string
  readonly item: string
}

export interface Failure extends ItemName {
  readonly error: unknown
  /**
   * JSON that a retry needs and that is not stored elsewhere, at most {@link MAX_DETAIL_LENGTH} characters. Default:
   * empty.
   */
  readonly detail?: string | undefined
  /**
   * Computes the new detail of a recorded item from its recorded detail. When this function is undefined, the new
   * detail replaces the recorded detail.
   */
  readonly merge?: ((known: string) => string) | undefined
}

export interface FailedItem extends ItemName {
  readonly detail: string
  /** Milliseconds since the Unix epoch. */
  readonly firstAt: number
  readonly lastAt: number
  /** Number of failures of the item. For {@link OTHER_ITEMS}, the number of failures of all items without a row. */
  readonly attempts: number
  readonly error: string
  /** True if a retry has been requested and has not run yet. */
  readonly isRetryRequested: boolean
}

/** The item name of an event. */
export function eventItem(position: bigint): string {
  return `event ${position}`
}

/** The item name of a post. */
export function postItem(id: bigint): string {
  return `post ${id}`
}

/** The id in a name that {@link eventItem} or {@link postItem} made; undefined for another kind. */
export function idIn(item: string, kind: 'event' | 'post'): bigint | undefined {
  const digits = new RegExp(`^${kind} (\\d{1,19})$`).exec(item)?.[1]
  return digits === undefined ? undefined : BigInt(digits)
}

/**
 * Records an item, in the transaction that moves the reader past the item. Appends no event, because the failure
 * concerns a reader and not the data of users.
 * @param now milliseconds since the Unix epoch
 * @returns true if the item was not recorded before
 */
export async function recordFailed(tx: Tx, failure: Failure, now: number): Promise<boolean> {
  const { reader, item } = failure
  const { merge } = failure
  const detail = merge === undefined ? failure.detail : merge(await lockDetail(tx, { reader, item }))
  const row = {
    reader,
    item,
    detail: cut(detail ?? '', MAX_DETAIL_LENGTH),
    error: reasonOf(failure.error),
    now,
  }
  if ((await tx.run(failAgain, row)) > 0) return false
  if (((await tx.first(countOf, { reader }))?.rows ?? 0) >= MAX_FAILED_ITEMS) {
    if ((await tx.run(failAgain, { ...row, item: OTHER_ITEMS, detail: '' })) > 0) return false
    await tx.run(insertFailed, { ...row, item: OTHER_ITEMS, detail: '' })
    return true
  }
  await tx.run(insertFailed, row)
  return true
}

/** The detail of an item; empty when the item is not recorded. The row is locked until the end of the transaction. */
async function lockDetail(tx: Tx, { reader, item }: ItemName): Promise<string> {
  await tx.run(lockItem, { reader, item })
  return (await tx.first(one, { reader, item }))?.detail ?? ''
}

/** Deletes an item. @returns true if the item was recorded */
export async function forgetFailed(tx: Tx, { reader, item }: ItemName): Promise<boolean> {
  return (await tx.run(deleteFailed, { reader, item })) > 0
}

/** Like {@link forgetFailed}, but keeps an item that has failed again since the item was read. */
export async function resolveFailed(tx: Tx, { reader, item, attempts }: FailedItem): Promise<boolean> {
  return (await tx.run(deleteSettled, { reader, item, attempts })) > 0
}

/**
 * Requests a retry of an item, of all items of a reader, or of all items. Any running server may run the retry.
 * @param now milliseconds since the Unix epoch
 * @returns number of items
 */
export async function requestRetry(tx: Tx, which: Partial<ItemName>, now: number): Promise<number> {
  const count = await tx.run(askFor, patterns(which))
  if (count > 0) append(tx, now, { kind: 'items.retried', ...patterns(which) })
  return count
}

/** Deletes items without a retry. @returns number of items */
export function dismissFailed(tx: Tx, which: Partial<ItemName>): Promise<number> {
  return tx.run(dismiss, patterns(which))
}

/** At most {@link FAILED_PAGE_SIZE} items after `after`, in the order of reader and name. */
export async function failedItems(
  reader: Reader,
  which: Partial<ItemName> = {},
  after: ItemName = { reader: '', item: '' },
): Promise<readonly FailedItem[]> {
  return (
    await reader.rows(listed, { ...patterns(which), fromReader: after.reader, fromItem: after.item })
  ).map(itemOf)
}

/** Items with a requested retry, at most {@link FAILED_PAGE_SIZE}. */
export async function itemsToRetry(reader: Reader): Promise<readonly FailedItem[]> {
  return (await reader.rows(asked, {})).map(itemOf)
}

/** Number of recorded items of each reader. */
export function countFailed(
  reader: Reader,
): Promise<readonly { readonly reader: string; readonly items: number }[]> {
  return reader.rows(counts, {})
}

export async function findFailed(
  reader: Reader,
  { reader: name, item }: ItemName,
): Promise<FailedItem | undefined> {
  const row = await reader.first(one, { reader: name, item })
  return row && itemOf(row)
}

function reasonOf(error: unknown): string {
  return cut(error instanceof Error ? `${error.name}: ${error.message}` : String(error), MAX_ERROR_LENGTH)
}

/** Shortens a text, and replaces characters that a database cannot store: NUL, and unpaired surrogates. */
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
  return { reader, item, detail, attempts, error, ...times, isRetryRequested: row.is_asked === 1 }
}

/** Patterns of a query, in which an empty string matches any value. */
function patterns({ reader = '', item = '' }: Partial<ItemName>): ItemName {
  return { reader, item }
}

interface FailedRow {
  reader: string
  item: string
  detail: string
  error: string
  now: number
}

const insertFailed = query<FailedRow>()((k, p) =>
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
    // Another process may record the same item at the same time.
    .onConflict((conflict) => conflict.columns(['reader', 'item']).doNothing()),
)

const failAgain = query<FailedRow>()((k, p) =>
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
const lockItem = query<{ reader: string; item: string }>()((k, p) =>
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
    order by reader, item limit ${sql.lit(FAILED_PAGE_SIZE)}`,
)

// Uses the index failed_items_asked.
const asked = query()(
  () => sql<Row>`
    select ${COLUMNS} from failed_items where is_asked = 1 order by reader, item limit ${sql.lit(FAILED_PAGE_SIZE)}`,
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
