/** Finds the mentions, hashtags, cashtags and URLs of a text (spec/text.md#urls). */
import type { Span } from './index-units.ts'
import { type Indices, twitterText } from './twitter-text.ts'
import { extractUrls, MAX_SEARCHED_LENGTH, type UrlEntity } from './urls.ts'

/** `@name` with 1 to 20 word characters; the user may not exist. */
export interface MentionEntity extends Span {
  readonly screenName: string
}

/** `@name/slug`. The entity is a list that a user owns, not a mention. */
export interface ListEntity extends Span {
  readonly screenName: string
  readonly slug: string
}

/** `#tag` or `$TAG`. The tag is stored in its original spelling without the sign. The span includes the sign. */
export interface TagEntity extends Span {
  readonly tag: string
}

/**
 * The entities of a text by kind. The entities of each kind are in the order of the text. No two entities overlap.
 */
export interface Entities {
  readonly urls: readonly UrlEntity[]
  readonly mentions: readonly MentionEntity[]
  readonly lists: readonly ListEntity[]
  readonly hashtags: readonly TagEntity[]
  readonly cashtags: readonly TagEntity[]
}

/** The result for a text without entities. */
export const NO_ENTITIES: Entities = { urls: [], mentions: [], lists: [], hashtags: [], cashtags: [] }

/**
 * Finds the entities of a text whose links are not shortened yet. Mentions, lists and tags that overlap a URL are
 * omitted. The function accepts any string. It finds nothing in a text that is longer than {@link MAX_SEARCHED_LENGTH}.
 */
export function extractEntities(text: string): Entities {
  if (text.length > MAX_SEARCHED_LENGTH) return NO_ENTITIES
  const urls = extractUrls(text)
  if (urls.length === 0 && !SIGNS.test(text)) return NO_ENTITIES
  const names = twitterText
    .extractMentionsOrListsWithIndices(text)
    .map(({ screenName, listSlug, indices }) => ({
      ...spanOf(indices),
      screenName,
      slug: listSlug.slice(1),
    }))
  const hashtags = twitterText
    .extractHashtagsWithIndices(text, { checkUrlOverlap: false })
    .map(({ hashtag, indices }) => ({ ...spanOf(indices), tag: hashtag }))
  const cashtags = twitterText
    .extractCashtagsWithIndices(text)
    .map(({ cashtag, indices }) => ({ ...spanOf(indices), tag: cashtag }))
  const free = withoutOverlaps(urls, [...names, ...hashtags, ...cashtags])
  return {
    urls,
    mentions: names
      .filter((name) => free.has(name) && name.slug === '')
      .map(({ start, end, screenName }) => ({ start, end, screenName })),
    lists: names.filter((name) => free.has(name) && name.slug !== ''),
    hashtags: hashtags.filter((tag) => free.has(tag)),
    cashtags: cashtags.filter((tag) => free.has(tag)),
  }
}

/**
 * The first characters of mentions, lists and tags, in half width and full width. Most texts contain none of these
 * characters.
 */
const SIGNS = /[@＠#＃$]/

/**
 * The entities in `others` that do not overlap a URL. The patterns of `others` prevent overlaps of these entities with
 * each other.
 */
function withoutOverlaps(urls: readonly Span[], others: readonly Span[]): ReadonlySet<Span> {
  const free = new Set<Span>()
  let next = 0
  for (const span of others.toSorted((a, b) => a.start - b.start)) {
    while ((urls[next]?.end ?? Number.POSITIVE_INFINITY) <= span.start) next += 1
    if ((urls[next]?.start ?? Number.POSITIVE_INFINITY) >= span.end) free.add(span)
  }
  return free
}

function spanOf([start, end]: Indices): Span {
  return { start, end }
}
