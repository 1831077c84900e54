/** Reads the id of the post of a row, or makes a new one (spec/data-files.md#rounded-ids-of-posts). */
import { hash } from 'node:crypto'
import { firstSnowflakeAt } from '../../../lib/ids/snowflake.ts'
import type { ReportFault } from '../../../lib/repair.ts'
import { RoundedId } from '../../id-fields.ts'
import type { TableOptions, TableRow } from '../../items.ts'
import { InvalidItem } from '../../json-fields.ts'
import { permalinkOf } from '../../permalink.ts'
import { ownIdIn } from '../../posts/own-id.ts'
import { readRecordedDate } from '../../recorded-date.ts'
import { cell } from './columns.ts'

/** The id of the post, or the id in its URL if the row has no id. With `--new-ids`, a new id replaces a rounded id. */
export function idOfRow(row: TableRow, note: ReportFault, options: TableOptions): bigint {
  const { newIds = false, isLost = () => false } = options
  const link = cell(row, 'permalink')
  const written = cell(row, 'id')
  try {
    if (written === undefined) {
      const id = permalinkOf(link)?.id
      if (id !== undefined) return id
    }
    const id = ownIdIn({ id: written, tweet_url: link }, note)
    if (isLost(String(id))) throw new RoundedId('id', String(id))
    return id
  } catch (error) {
    if (!(error instanceof RoundedId)) throw error
    if (!newIds) throw new InvalidItem(`${error.message}, or use --new-ids`)
    return newIdOf(row)
  }
}

/** An id that is computed from the time and the content of the row, so that later imports compute the same id. */
function newIdOf(row: TableRow): bigint {
  const time = readRecordedDate(cell(row, 'time') ?? '', () => undefined)
  if (time === undefined) throw new InvalidItem('the id is rounded, and there is no time for a new one')
  const digest = BigInt(`0x${hash('sha256', JSON.stringify(Object.entries(row))).slice(0, 15)}`)
  return firstSnowflakeAt(time) + (digest & 0x3fffffn)
}
