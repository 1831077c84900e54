/** Reads the time of a recorded post: its date, or the time in its id (spec/odd-values.md#odd-values). */
import { firstSnowflakeAt, snowflakeTime } from '../../lib/ids/snowflake.ts'
import type { ReportFault } from '../../lib/repair.ts'
import { InvalidItem } from '../json-fields.ts'
import { readRecordedDate } from '../recorded-date.ts'

/** The first id that contains a time. Lower ids were sequential. */
export const FIRST_SNOWFLAKE = firstSnowflakeAt(Date.UTC(2010, 10, 5))

const DAY_MS = 86_400_000

/**
 * The time of a post in milliseconds since the Unix epoch. If the date and the time in the id are in one second, the
 * time in the id is used, because dates have no fraction of a second. Otherwise the date is used; a difference of more
 * than a day is reported.
 * @param written the date; undefined if the object has no date
 * @throws {InvalidItem} when neither the date nor the id contains a time
 */
export function postTimeOf(written: string | undefined, id: bigint, note: ReportFault): number {
  const fromId = id < FIRST_SNOWFLAKE ? undefined : snowflakeTime(id)
  const date =
    written === undefined ? undefined : readRecordedDate(written, (fault) => note('created_at', fault))
  if (date !== undefined) {
    if (fromId === undefined) return date
    if (Math.abs(date - fromId) > DAY_MS) note('created_at', 'differs from the id')
    return Math.floor(fromId / 1_000) === Math.floor(date / 1_000) ? fromId : date
  }
  if (fromId !== undefined) {
    if (written !== undefined) note('created_at', 'no date')
    return fromId
  }
  throw new InvalidItem(
    written === undefined
      ? 'there is no created_at, and the id contains no time'
      : `created_at ${JSON.stringify(written.slice(0, 40))} is no date such as "Wed May 23 06:01:13 +0000 2007"`,
  )
}
