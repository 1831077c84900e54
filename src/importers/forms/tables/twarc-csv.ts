/**
 * Reads tables of twarc-csv; they have the columns of flattened v2 objects (spec/data-files.md#tables,
 * spec/exports.md#csv-columns).
 */
import { escapeText, unescapeText } from '../../../text/index-units.ts'
import type { ImportItem, TableForm, TableRow } from '../../items.ts'
import type { Fields } from '../../json-fields.ts'
import { FIRST_SNOWFLAKE } from '../../posts/post-time.ts'
import { v2Bundle } from '../../posts/v2-object.ts'
import { exceptDerived } from '../v11-shape.ts'
import { cellIn } from './columns.ts'
import {
  countCell,
  flagCell,
  listCell,
  membersOf,
  numbersCell,
  objectsCell,
  textCell,
  textsCell,
} from './twarc-cells.ts'
import { entitiesOfRow, type TextFacts } from './twarc-entities.ts'
import { userOfColumns } from './twarc-users.ts'

export const TWARC_CSV: TableForm = {
  name: 'twarc-csv table',
  kind: 'posts',
  matches: (columns) =>
    columns.includes('text') &&
    columns.includes('authorid') &&
    columns.includes('referencedtweets.retweeted.id'),
  items: (row, note): readonly ImportItem[] => [
    { kind: 'posts', bundle: v2Bundle(flatPost(row), exceptDerived(note)) },
  ],
}

/**
 * The post of a row as a flattened v2 object. The row of a repost has the text, the counts and the attachments of its
 * original.
 */
function flatPost(row: TableRow): Fields {
  const repostedId = cellIn(row, 'referencedtweets.retweeted.id')
  const authorId = cellIn(row, 'authorid') ?? cellIn(row, 'author.id')
  const own = membersOf({
    id: cellIn(row, 'id'),
    author_id: authorId,
    author: { ...userOfColumns(row, 'author.'), id: authorId },
    created_at: cellIn(row, 'createdat'),
    source: textCell(row, 'source'),
    withheld: withheldOf(row),
    geo: geoOf(row),
    edit_history_tweet_ids: versionsOf(row),
    __twarc: {},
  })
  if (repostedId === undefined) {
    const authorName = textCell(row, 'author.username')
    const post = { isRepost: false, postId: cellIn(row, 'id'), authorName }
    return { ...own, ...contentOf(row, post), ...contextOf(row) }
  }
  const originalAuthorId = cellIn(row, 'retweeteduserid')
  const authorName = textCell(row, 'retweetedusername')
  const content = contentOf(row, { isRepost: true, postId: repostedId, authorName })
  const original = {
    ...content,
    author_id: originalAuthorId,
    author: membersOf({ id: originalAuthorId, username: authorName }),
  }
  // The row lacks the time of the original, so the id of the original must contain the time.
  const isKnown = originalAuthorId !== undefined && isSnowflake(repostedId)
  const reference = { type: 'retweeted', id: repostedId, ...(isKnown ? original : {}) }
  return { ...own, text: content['text'], referenced_tweets: [reference] }
}

function isSnowflake(id: string): boolean {
  return /^\d{1,19}$/.test(id) && BigInt(id) >= FIRST_SNOWFLAKE
}

/** Text, counts, entities and attachments of the post. */
function contentOf(row: TableRow, post: Omit<TextFacts, 'media' | 'mediaKeys'>): Fields {
  const text = unescapeText(textCell(row, 'text') ?? '')
  const media = objectsCell(row, 'attachments.media')
  const mediaKeys = textsCell(row, 'attachments.mediakeys')
  return membersOf({
    text: escapeText(text),
    lang: cellIn(row, 'lang'),
    possibly_sensitive: flagCell(row, 'possiblysensitive'),
    reply_settings: replySettingsOf(row),
    entities: entitiesOfRow(row, text, { ...post, media, mediaKeys }),
    attachments: attachmentsOf(row, media, mediaKeys),
    context_annotations: listCell(row, 'contextannotations'),
    public_metrics: metricsOf(row),
  })
}

/** The reply settings; undefined for the default `everyone`, which posts do not store. */
function replySettingsOf(row: TableRow): string | undefined {
  const settings = cellIn(row, 'replysettings')
  return settings === 'everyone' ? undefined : settings
}

function metricsOf(row: TableRow): Fields {
  const names = ['retweet', 'reply', 'like', 'quote', 'impression']
  return membersOf(
    Object.fromEntries(
      names.map((name) => [`${name}_count`, countCell(row, `publicmetrics.${name}count`)] as const),
    ),
  )
}

function attachmentsOf(
  row: TableRow,
  media: readonly Fields[],
  mediaKeys: readonly string[],
): Fields | undefined {
  const pollIds = textsCell(row, 'attachments.pollids')
  const pollId = cellIn(row, 'attachments.poll.id')
  if (mediaKeys.length + pollIds.length === 0) return undefined
  const poll = membersOf({
    id: pollId,
    options: listCell(row, 'attachments.poll.options'),
    duration_minutes: countCell(row, 'attachments.poll.durationminutes'),
    end_datetime: cellIn(row, 'attachments.poll.enddatetime'),
    voting_status: cellIn(row, 'attachments.poll.votingstatus'),
  })
  return membersOf({
    media_keys: mediaKeys.length === 0 ? undefined : mediaKeys,
    media: mediaKeys.length === 0 ? undefined : media,
    poll_ids: pollIds.length === 0 ? undefined : pollIds,
    poll: pollId === undefined ? undefined : poll,
  })
}

/** References to other posts, and the conversation. */
function contextOf(row: TableRow): Fields {
  const references = [
    ['replied_to', 'repliedto'],
    ['quoted', 'quoted'],
  ] as const
  return membersOf({
    conversation_id: cellIn(row, 'conversationid'),
    in_reply_to_user_id: cellIn(row, 'inreplytouserid'),
    in_reply_to_screen_name: textCell(row, 'inreplytousername'),
    referenced_tweets: references.flatMap(([type, column]) => {
      const id = cellIn(row, `referencedtweets.${column}.id`)
      return id === undefined ? [] : [{ type, id }]
    }),
  })
}

function withheldOf(row: TableRow): Fields | undefined {
  const countries = listCell(row, 'withheld.countrycodes')
  const scope = cellIn(row, 'withheld.scope')
  const copyright = flagCell(row, 'withheld.copyright')
  if (countries === undefined && scope === undefined && copyright === undefined) return undefined
  return membersOf({ country_codes: countries, scope, copyright })
}

/** The ids of all versions of an edited post. */
function versionsOf(row: TableRow): readonly unknown[] | undefined {
  const versions = listCell(row, 'edithistorytweetids')
  return versions !== undefined && versions.length > 1 ? versions : undefined
}

function geoOf(row: TableRow): Fields | undefined {
  const [long, lat] = numbersCell(row, 'geo.coordinates.coordinates')
  // If the table has no columns for the place, the row has only the id of the place.
  const isWhole = cellIn(row, 'geo.id') !== undefined
  const placeId = cellIn(row, 'geo.placeid') ?? cellIn(row, 'geo.id')
  if (long === undefined && placeId === undefined) return undefined
  const box = numbersCell(row, 'geo.geo.bbox')
  return membersOf({
    coordinates: long === undefined ? undefined : { coordinates: [long, lat] },
    place_id: placeId,
    full_name: textCell(row, 'geo.fullname') ?? (isWhole ? '' : undefined),
    name: textCell(row, 'geo.name'),
    country: textCell(row, 'geo.country'),
    country_code: cellIn(row, 'geo.countrycode'),
    place_type: cellIn(row, 'geo.placetype'),
    geo: box.length === 0 ? undefined : { bbox: box },
  })
}
