/** Lists the columns of users in the order of twarc-csv, and makes rows of users (spec/exports.md#csv-columns). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { flatUser } from '../v2-flat.ts'
import { type Column, columnsOf } from './column.ts'
import { cellWriter } from './csv.ts'
import { linkTargets, signedEntities } from './entity-cells.ts'

/** All 27 columns. */
export const USER_COLUMNS: readonly Column[] = [
  ...columnsOf('id', 'id'),
  ...columnsOf('time', 'created_at'),
  ...columnsOf('text', 'username name description'),
  ...columnsOf(
    'list',
    `entities.description.cashtags entities.description.hashtags entities.description.mentions
    entities.description.urls entities.url.urls`,
  ),
  ...columnsOf('text', 'location'),
  ...columnsOf('id', 'pinned_tweet_id'),
  ...columnsOf('text', 'profile_image_url'),
  ...columnsOf('flag', 'protected'),
  ...columnsOf(
    'count',
    `public_metrics.followers_count public_metrics.following_count public_metrics.listed_count
    public_metrics.tweet_count`,
  ),
  ...columnsOf('text', 'url'),
  ...columnsOf('flag', 'verified'),
  ...columnsOf('text', 'verified_type withheld.scope'),
  ...columnsOf('flag', 'withheld.copyright'),
  ...columnsOf('list', 'withheld.country_codes'),
  ...columnsOf('text', '__twarc.retrieved_at __twarc.url __twarc.version'),
]

const writeCells = cellWriter(USER_COLUMNS)

/** The line of a user in a csv file, with a line feed. */
export function userCsvLine(user: FullUser): string {
  const parts: string[] = []
  writeCells(userRow(user), parts)
  parts.push('\n')
  return parts.join('')
}

/**
 * The object for a row of a user; the column names are paths in this object. In this object, tags and
 * mentions are texts with their sign (`#`, `$`, `@`), and links are the URLs to which they lead.
 */
export function userRow(user: FullUser): Record<string, unknown> {
  const object = flatUser(user)
  const { url, description } = (object['entities'] ?? {}) as Record<
    string,
    Record<string, unknown> | undefined
  >
  if (url === undefined && description === undefined) return object
  const targets = url === undefined ? undefined : linkTargets(url['urls'])
  return {
    ...object,
    ...(targets === undefined ? {} : { url: targets.at(-1) }),
    entities: {
      ...(targets === undefined ? {} : { url: { urls: targets } }),
      ...(description === undefined ? {} : { description: signedEntities(description) }),
    },
  }
}
