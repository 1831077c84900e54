/** Messages of the compliance stream by hour, partition and name, for the console (docs/decisions/0126-stored-volume.md). */
import { sql } from 'kysely'
import { bulk } from '../../db/bulk.ts'
import { query } from '../../db/query.ts'
import type { Reader, Store, Tx } from '../../db/store.ts'

/** Hours after which counts are deleted: 62 days, as many as the console shows. */
export const VOLUME_HOURS_RETAINED: number = 62 * 24

/** Maximum number of old counts that a write deletes. A write adds fewer. */
const DELETED_PER_WRITE = 2_000

const HOURS_PER_DAY = 24

/** A message of one partition. */
export interface VolumeEntry {
  /** Position of its event in the log. */
  readonly position: bigint
  /** In hours since the Unix epoch. */
  readonly hour: number
  /** 1 to 8. */
  readonly partition: number
  readonly name: string
}

export interface VolumeCount {
  /** In hours, or in days, since the Unix epoch. */
  readonly at: number
  readonly partition: number
  readonly name: string
  readonly messages: number
}

export interface StoredVolumeCounts {
  readonly hours: readonly VolumeCount[]
  readonly days: readonly VolumeCount[]
  /** Time of the first count, in milliseconds since the Unix epoch; undefined before it. */
  readonly since: number | undefined
}

/**
 * Adds messages that no process has counted yet, and deletes counts older than {@link VOLUME_HOURS_RETAINED}.
 * @param entries all messages of the log up to `position`; the first ones may be counted already
 * @param since time of the first count if there is none, in milliseconds since the Unix epoch
 * @param hour the present hour, in hours since the Unix epoch
 */
export async function addVolume(
  store: Store,
  entries: readonly VolumeEntry[],
  { position, since, hour }: { readonly position: bigint; readonly since: number; readonly hour: number },
): Promise<void> {
  // No event: the counts derive from events.
  await store.write(async (tx) => {
    const counted = await lockCounted(tx, since)
    const counts = new Map<string, [hour: number, partition: number, name: string, messages: number]>()
    for (const entry of entries) {
      // Another process has counted this message, because every process reads the whole log.
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

/** The stored counts. @param hours, days the first hour and the first day, since the Unix epoch */
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

/** The position up to which messages are counted; no other process counts until the transaction ends. */
async function lockCounted(tx: Tx, since: number): Promise<bigint> {
  await tx.run(beginCounted, { since })
  // An update that changes nothing locks the row in PostgreSQL.
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
