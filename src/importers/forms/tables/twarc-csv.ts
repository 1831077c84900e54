/** Tables of twarc-csv, with the columns of flattened v2 objects (spec/data-files.md#tables, spec/exports.md#csv-columns). */
import type { ImportItem, TableForm, TableRow } from '../../items.ts'
import type { Fields } from '../../json-fields.ts'
import { v2Bundle } from '../../posts/v2-object.ts'
import { EntityFinder, exceptDerived } from '../v11-shape.ts'
import { cellIn } from './columns.ts'

export const TWARC_CSV: TableForm = {
  name: 'twarc-csv table',
  matches: (columns) =>
    columns.includes('text') &&
    columns.includes('authorid') &&
    columns.includes('referencedtweets.retweeted.id'),
  items: (row, note): readonly ImportItem[] => [
    { kind: 'posts', bundle: v2Bundle(flatPost(row), exceptDerived(note)) },
  ],
}

/** A repost has the text and the counts of its original. */
function flatPost(row: TableRow): Fields {
  const repostedId = cellIn(row, 'referencedtweets.retweeted.id')
  const content = contentOf(row)
  const own = {
    id: cellIn(row, 'id'),
    author_id: cellIn(row, 'authorid') ?? cellIn(row, 'author.id'),
    author: userOfColumns(row, 'author.'),
    created_at: cellIn(row, 'createdat'),
    source: cellIn(row, 'source'),
    __twarc: {},
  }
  if (repostedId === undefined) return { ...own, ...content, ...contextOf(row) }
  const authorId = cellIn(row, 'retweeteduserid')
  const original = {
    ...content,
    author_id: authorId,
    author: { id: authorId, username: cellIn(row, 'retweetedusername') },
  }
  const reference = { type: 'retweeted', id: repostedId, ...(authorId === undefined ? {} : original) }
  return { ...own, text: content['text'], referenced_tweets: [reference] }
}

/** Text, counts and entities. */
function contentOf(row: TableRow): Fields {
  const text = (row['text'] ?? '').replaceAll('\\n', '\n')
  return {
    text,
    lang: cellIn(row, 'lang'),
    possibly_sensitive: cellIn(row, 'possiblysensitive'),
    entities: entitiesOf(row, text),
    public_metrics: Object.fromEntries(
      ['retweet', 'reply', 'like', 'quote', 'impression'].map((name) => [
        `${name}_count`,
        cellIn(row, `publicmetrics.${name}count`),
      ]),
    ),
  }
}

function contextOf(row: TableRow): Fields {
  const references = [
    ['replied_to', 'repliedto'],
    ['quoted', 'quoted'],
  ] as const
  const [long, lat] = numbersIn(row, 'geo.coordinates.coordinates')
  const placeId = cellIn(row, 'geo.placeid') ?? cellIn(row, 'geo.id')
  return {
    conversation_id: cellIn(row, 'conversationid'),
    in_reply_to_user_id: cellIn(row, 'inreplytouserid'),
    reply_settings: cellIn(row, 'replysettings'),
    referenced_tweets: references.flatMap(([type, column]) => {
      const id = cellIn(row, `referencedtweets.${column}.id`)
      return id === undefined ? [] : [{ type, id }]
    }),
    withheld: { country_codes: listIn(row, 'withheld.countrycodes'), scope: cellIn(row, 'withheld.scope') },
    geo: {
      ...(long === undefined ? {} : { coordinates: { coordinates: [long, lat] } }),
      ...(placeId === undefined
        ? {}
        : {
            place_id: placeId,
            full_name: cellIn(row, 'geo.fullname') ?? '',
            name: cellIn(row, 'geo.name'),
            country: cellIn(row, 'geo.country'),
            country_code: cellIn(row, 'geo.countrycode'),
            place_type: cellIn(row, 'geo.placetype'),
            geo: { bbox: numbersIn(row, 'geo.geo.bbox') },
          }),
    },
  }
}

/** Cells contain the texts of entities, and the long addresses of links, in the order of the text. */
function entitiesOf(row: TableRow, text: string): Fields | undefined {
  const finder = new EntityFinder(text)
  const tags = (column: string, sign: string) =>
    wordsIn(row, column, 'tag').flatMap((tag) =>
      placed(finder.found(`${sign}${bare(tag)}`, { tag: bare(tag) })),
    )
  const links = wordsIn(row, 'entities.urls', 'expanded_url')
  const short = text.match(/https?:\/\/t\.co\/\w+/g) ?? []
  const urls = short.flatMap((url, index) =>
    placed(finder.found(url, { url, expanded_url: links[index] ?? url })),
  )
  const mentions = objectsIn(row, 'entities.mentions')
  return {
    hashtags: tags('entities.hashtags', '#'),
    cashtags: tags('entities.cashtags', '$'),
    urls,
    mentions,
  }
}

function placed(entities: readonly Fields[]): readonly Fields[] {
  return entities.map(({ indices, ...entity }) => {
    const [start, end] = indices as readonly [number, number]
    return { ...entity, start, end }
  })
}

function bare(word: string): string {
  return word.replace(/^[#$@]/, '')
}

/** The texts of a list, or the values of this member of its objects. */
function wordsIn(row: TableRow, column: string, member: string): readonly string[] {
  return (listIn(row, column) ?? []).flatMap((entry) => {
    const value = typeof entry === 'object' && entry !== null ? (entry as Fields)[member] : entry
    return typeof value === 'string' ? [value] : []
  })
}

function objectsIn(row: TableRow, column: string): readonly unknown[] {
  return (listIn(row, column) ?? []).filter((entry) => typeof entry === 'object')
}

function numbersIn(row: TableRow, column: string): readonly number[] {
  return (listIn(row, column) ?? []).filter((entry) => typeof entry === 'number')
}

function listIn(row: TableRow, column: string): readonly unknown[] | undefined {
  const text = cellIn(row, column)
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    // A cell that is not JSON contains no list.
    return undefined
  }
}

/** A v2 user from the columns of its fields. */
export function userOfColumns(row: TableRow, prefix: string): Fields {
  const description = cellIn(row, `${prefix}description`)
  return {
    id: cellIn(row, `${prefix}id`),
    username: cellIn(row, `${prefix}username`),
    name: cellIn(row, `${prefix}name`),
    created_at: cellIn(row, `${prefix}createdat`),
    location: cellIn(row, `${prefix}location`),
    url: cellIn(row, `${prefix}url`),
    protected: cellIn(row, `${prefix}protected`),
    verified: cellIn(row, `${prefix}verified`),
    verified_type: cellIn(row, `${prefix}verifiedtype`),
    profile_image_url: cellIn(row, `${prefix}profileimageurl`),
    public_metrics: { listed_count: cellIn(row, `${prefix}publicmetrics.listedcount`) },
    ...(description === undefined ? {} : { description }),
  }
}
