/** Reads users in tables of twarc-csv, and in other tables with the same column names. */
import { extractEntities } from '../../../text/entities.ts'
import type { TableRow } from '../../items.ts'
import type { Fields } from '../../json-fields.ts'
import { cellIn } from './columns.ts'
import { countCell, flagCell, listCell, membersOf, textCell, textsCell } from './twarc-cells.ts'

/** A v2 user, built from the columns of its fields. */
export function userOfColumns(row: TableRow, prefix: string): Fields {
  // A table of twarc-csv has columns for all fields, so an empty cell means an empty field.
  const isTwarc = `${prefix}publicmetrics.followerscount` in row
  const text = (name: string) => (isTwarc ? textCell : cellIn)(row, `${prefix}${name}`)
  const isProfile = isTwarc && cellIn(row, `${prefix}publicmetrics.followerscount`) !== undefined
  const description = text('description') ?? (isProfile ? '' : undefined)
  const withheldIn = listCell(row, `${prefix}withheld.countrycodes`)
  return membersOf({
    id: cellIn(row, `${prefix}id`),
    username: text('username'),
    name: text('name'),
    created_at: cellIn(row, `${prefix}createdat`),
    location: text('location'),
    url: text('url'),
    protected: flagCell(row, `${prefix}protected`),
    verified: flagCell(row, `${prefix}verified`),
    verified_type: cellIn(row, `${prefix}verifiedtype`),
    profile_image_url: text('profileimageurl'),
    public_metrics: membersOf({ listed_count: countCell(row, `${prefix}publicmetrics.listedcount`) }),
    withheld: withheldIn === undefined ? undefined : { country_codes: withheldIn },
    description,
    entities:
      description === undefined ? undefined : { description: { urls: linksOf(row, prefix, description) } },
  })
}

/** The links of a description with their targets; the targets are in the order in which the text has the links. */
function linksOf(row: TableRow, prefix: string, description: string): readonly Fields[] {
  const targets = textsCell(row, `${prefix}entities.description.urls`)
  if (targets.length === 0) return []
  const found = extractEntities(description).urls.map(({ start, end }) => description.slice(start, end))
  const urls = found.length === targets.length ? found : found.filter((url) => url.includes('//t.co/'))
  return targets.map((target, index) => ({ url: urls[index] ?? target, expanded_url: target }))
}
