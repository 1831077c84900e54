/**
 * Finds parameter values and post texts of logged requests that the API accepts on one day and refuses on
 * another day (spec/versioning.md#changes-for-an-app).
 */
import type { Day } from '../../formats/fields/day.ts'
import { expansionNames } from '../../formats/v2/fields.ts'
import { LIST_FIELDS } from '../../formats/v2/list-fields.ts'
import { MEDIA_FIELDS } from '../../formats/v2/media-fields.ts'
import { PLACE_FIELDS } from '../../formats/v2/place-fields.ts'
import { POLL_FIELDS } from '../../formats/v2/poll-fields.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import { lengthRulesOn, weigh } from '../../text/weigh.ts'

/** The names that a parameter of API v2 accepts on a day, by parameter. */
const NAMES: Readonly<Record<string, (day: Day) => readonly string[]>> = {
  'tweet.fields': (day) => POST_FIELDS.names([], day),
  'user.fields': (day) => USER_FIELDS.names([], day),
  'media.fields': (day) => MEDIA_FIELDS.names([], day),
  'place.fields': (day) => PLACE_FIELDS.names([], day),
  'poll.fields': (day) => POLL_FIELDS.names([], day),
  'list.fields': (day) => LIST_FIELDS.names([], day),
  expansions: (day) => expansionNames(undefined, day),
}

export interface RefusedName {
  readonly parameter: string
  readonly value: string
}

/** Names in queries of API v2 that are accepted on `from` and refused on `until`, without duplicates. */
export function refusedNames(
  queries: readonly string[],
  { from, until }: { readonly from: Day; readonly until: Day },
): readonly RefusedName[] {
  const parsed = queries.map((query) => new URLSearchParams(query))
  return Object.entries(NAMES).flatMap(([parameter, namesOn]) => {
    const sent = new Set(parsed.flatMap((query) => query.get(parameter)?.split(',') ?? []))
    const [before, after] = [new Set(namesOn(from)), new Set(namesOn(until))]
    return [...sent]
      .filter((value) => before.has(value) && !after.has(value))
      .map((value) => ({ parameter, value }))
  })
}

export interface LongTexts {
  readonly count: number
  /** Maximum length of a post on the day `until`. */
  readonly max: number
}

/** Post texts that are short enough on `from` and too long on `until`. */
export function longTexts(
  texts: readonly string[],
  { from, until }: { readonly from: Day; readonly until: Day },
): LongTexts {
  const [before, after] = [lengthRulesOn(from), lengthRulesOn(until)]
  const long = texts.filter(
    (text) => weigh(text, before) <= before.maxWeight && weigh(text, after) > after.maxWeight,
  )
  return { count: long.length, max: after.maxWeight }
}
