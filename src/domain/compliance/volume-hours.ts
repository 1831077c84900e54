/**
 * Number of messages of the compliance stream, by hour, partition and message name, for the console
 * (docs/decisions/0126-stored-volume.md).
 */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'

/** Age in hours after which counts are deleted: 62 days, which is the range that the console shows. */
export const VOLUME_HOURS_RETAINED: number = 62 * 24

/** Maximum number of old counts that a write deletes. A write adds fewer counts. */
const DELETED_PER_WRITE = 2_000

const HOURS_PER_DAY = 24

/** A message in one partition of the stream. */
export interface VolumeEntry {
  /** Position in the log of the event that caused the message. */
  readonly position: bigint
  /** In hours since the Unix epoch. */
  readonly hour: number
  /** Number of the partition, from 1 to 8. */
  readonly partition: number
  readonly name: string
}

export interface VolumeCount {
  /** In hours since the Unix epoch for a count of an hour, and in days for a count of a day. */
  readonly at: number
  readonly partition: number
  readonly name: string
  readonly messages: number
}

export interface StoredVolumeCounts {
  readonly hours: readonly VolumeCount[]
  readonly days: readonly VolumeCount[]
  /** Time at which counting began, in milliseconds since the Unix epoch; undefined before then. */
  readonly since: number | undefined
}

/**
 * Counts the messages that no process has counted yet, and deletes counts older than {@link VOLUME_HOURS_RETAINED}.
 * @param entries all messages that the process has read up to `position`; some may be counted already
 * @param since time at which counting begins, if nothing has been counted yet, in milliseconds since the Unix epoch
 * @param hour the current hour, in hours since the Unix epoch
 */
export async function addVolume(
  store: Store,
  entries: readonly VolumeEntry[],
  { position, since, hour }: { readonly position: bigint; readonly since: number; readonly hour: number },
): Promise<void> {
  // No event: the counts are derived from events.
  await store.write(async (tx) => {
    const counted = await lockCounted(tx, since)
    const counts = new Map<string, [hour: number, partition: number, name: string, messages: number]>()
    for (const entry of entries) {
      // Another process has counted this message already, because every process reads the whole log.
      if (entry.position <= counted) continue
      const key = `${entry.hour} ${entry.partition} ${entry.name}`
      const row = counts.get(key) ?? [entry.hour, entry.partition, entry.name, 0]
      row[3] += 1
      counts.set(key, row)
    }
    if (counts.size > 0) await upsertCounts(tx, [...counts.values()])
    if (position > counted) await tx.run(setCounted, { position })
    await tx.run(deleteBefore, { before: hour - VOLUME_HOURS_RETAINED, slice: DELETED_PER_WRITE })
  })
}

/**
 * The stored counts, by hour and by day. `hours` is the first hour and `days` the first day to return,
 * counted from the Unix epoch.
 */
export async function readVolume(
  reader: Reader,
  { hours, days }: { readonly hours: number; readonly days: number },
): Promise<StoredVolumeCounts> {
  const [counted] = await reader.rows(readCounted, {})
  if (counted === undefined) return { hours: [], days: [], since: undefined }
  return {
    hours: (await reader.rows(hoursFrom, { from: hours })).map(countOf),
    days: (await reader.rows(daysFrom, { from: days * HOURS_PER_DAY })).map(countOf),
    since: Number(counted.since),
  }
}

interface Row {
  readonly at: number | bigint
  readonly partition: number | bigint
  readonly name: string
  readonly messages: number | bigint
}

function countOf({ at, partition, name, messages }: Row): VolumeCount {
  return { at: Number(at), partition: Number(partition), name, messages: Number(messages) }
}

/**
 * Returns the position up to which messages are counted. The row stays locked, so no other process counts until the
 * transaction ends.
 */
async function lockCounted(tx: Tx, since: number): Promise<bigint> {
  await tx.run(beginCounted, { since })
  // PostgreSQL locks the row even for an update that changes nothing.
  await tx.run(touchCounted, {})
  const [row] = await tx.rows(readCounted, {})
  return BigInt(row?.position ?? 0)
}

const beginCounted = query<{ since: number }>()((k, p) =>
  k
    .insertInto('compliance_counted')
    .values({ one: 1, position: sql`0`, since: p('since') })
    .onConflict((conflict) => conflict.column('one').doNothing()),
)

const touchCounted = query<Record<never, never>>()((k) =>
  k.updateTable('compliance_counted').set((eb) => ({ position: eb.ref('position') })),
)

const readCounted = query<Record<never, never>>()((k) =>
  k.selectFrom('compliance_counted').select(['position', 'since']),
)

const setCounted = query<{ position: bigint }>()((k, p) =>
  k.updateTable('compliance_counted').set({ position: p('position') }),
)

const upsertCounts = bulk(
  { hour: 'integer', partition: 'integer', name: 'text', messages: 'integer' },
  (k, rows) =>
    k
      .insertInto('compliance_hours')
      .columns(['hour', 'partition', 'name', 'messages'])
      .expression(rows)
      .onConflict((conflict) =>
        conflict.columns(['hour', 'partition', 'name']).doUpdateSet((eb) => ({
          messages: eb('compliance_hours.messages', '+', eb.ref('excluded.messages')),
        })),
      ),
)

const hoursFrom = query<{ from: number }>()((k, p) =>
  k
    .selectFrom('compliance_hours')
    .select(['hour as at', 'partition', 'name', 'messages'])
    .where('hour', '>=', p('from')),
)

const daysFrom = query<{ from: number }>()((k, p) =>
  k
    .selectFrom('compliance_hours')
    .select((eb) => [
      sql<number>`hour / 24`.as('at'),
      'partition',
      'name',
      eb.fn.sum<number>('messages').as('messages'),
    ])
    .where('hour', '>=', p('from'))
    .groupBy([sql`hour / 24`, 'partition', 'name']),
)

const deleteBefore = query<{ before: number; slice: number }>()(
  (_, p) => sql`
    delete from compliance_hours where (hour, partition, name) in (
      select hour, partition, name from compliance_hours where hour < ${p('before')} limit ${p('slice')})`,
)
