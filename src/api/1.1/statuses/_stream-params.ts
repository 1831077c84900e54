/** Parameters of the v1.1 streams (spec/v1-streams-and-lists.md#filter-and-sample). Unknown parameters are ignored. */
import type { Box } from '../../../domain/posts/place-area.ts'
import { boolean, optionalText, type ParamValues } from '../../../http/params.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import type { StatusFilter } from '../../../streams/statuses/subscriptions.ts'
import { type TrackPhrase, trackPhrase } from '../../../streams/statuses/track.ts'
import { V11Error } from '../_errors.ts'

export const MAX_TRACK_PHRASES = 400
export const MAX_PHRASE_BYTES = 60
export const MAX_FOLLOWED = 5_000
export const MAX_LOCATIONS = 25

export const STREAM_PARAMS = {
  language: optionalText('Codes of languages, separated by commas: only posts in one of them.'),
  filter_level: optionalText('`medium`: only posts of verified users. `none` and `low`: all posts.'),
  delimited: optionalText('`length`: put the number of bytes of each message before it.'),
  stall_warnings: boolean({ default: false, description: 'Warn when the client falls behind.' }),
} as const

export const FILTER_PARAMS = {
  ...STREAM_PARAMS,
  track: optionalText('Phrases, separated by commas: posts with all words of one of them. At most 400.'),
  follow: optionalText(
    'Ids of users, separated by commas: their posts, replies to them, and reposts of their posts. At most 5,000.',
  ),
  locations: optionalText(
    'Boxes, each `west,south,east,north` in degrees: posts from within one of them. At most 25.',
  ),
} as const

/**
 * The filter of a request; its parts are joined by OR.
 * @throws {V11Error} `streamFilterMissing`, `streamFilterInvalid`, `streamFilterTooLarge`
 */
export function filterIn(
  params: Pick<ParamValues<typeof FILTER_PARAMS>, 'track' | 'follow' | 'locations'>,
): StatusFilter {
  const filter = {
    track: phrasesIn(termsIn(params.track)),
    follow: followedIn(params.follow, MAX_FOLLOWED),
    locations: boxesIn(termsIn(params.locations)),
  }
  if (filter.track.length + filter.follow.length + filter.locations.length === 0) {
    throw new V11Error('streamFilterMissing')
  }
  return filter
}

/** The requested languages as lower-case codes; empty for all languages. */
export function languagesIn(text: string | undefined): ReadonlySet<string> {
  return new Set(termsIn(text).map((code) => code.toLowerCase()))
}

function termsIn(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((term) => term.trim())
    .filter((term) => term !== '')
}

/** The phrases of `track`, each once. */
function phrasesIn(terms: readonly string[]): readonly TrackPhrase[] {
  refuseMoreThan(MAX_TRACK_PHRASES, terms, 'track')
  const phrases = new Map<string, TrackPhrase>()
  for (const term of terms) {
    const phrase = Buffer.byteLength(term) > MAX_PHRASE_BYTES ? undefined : trackPhrase(term)
    if (phrase === undefined) throw new V11Error('streamFilterInvalid', 'track')
    phrases.set(phrase.key, phrase)
  }
  return [...phrases.values()]
}

/** Ids of users, each once. @throws {V11Error} `streamFilterInvalid`, `streamFilterTooLarge` */
export function followedIn(list: string | undefined, max: number): readonly bigint[] {
  const terms = termsIn(list)
  refuseMoreThan(max, terms, 'follow')
  const ids = terms.map((term) => (/^[0-9]{1,19}$/.test(term) ? BigInt(term) : LARGEST_ID + 1n))
  if (ids.some((id) => id > LARGEST_ID)) throw new V11Error('streamFilterInvalid', 'follow')
  return [...new Set(ids)]
}

function boxesIn(terms: readonly string[]): readonly Box[] {
  refuseMoreThan(MAX_LOCATIONS * 4, terms, 'locations')
  const degrees = terms.map((term) =>
    /^[+-]?[0-9]{1,3}(\.[0-9]{1,20})?$/.test(term) ? Number(term) : Number.NaN,
  )
  const boxes: Box[] = []
  for (let at = 0; at < degrees.length; at += 4) {
    const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = degrees.slice(
      at,
      at + 4,
    )
    // A missing or malformed number is NaN, so the comparisons are false.
    const isBox = -180 <= west && west <= east && east <= 180 && -90 <= south && south <= north && north <= 90
    if (!isBox) throw new V11Error('streamFilterInvalid', 'locations')
    boxes.push({ west, south, east, north })
  }
  return boxes
}

function refuseMoreThan(max: number, terms: readonly string[], name: string): void {
  if (terms.length > max) throw new V11Error('streamFilterTooLarge', name)
}
