/**
 * The query language of 1.1/search/tweets, as far as people use it, in the words of the rule language: `filter:` for
 * `has:` and `is:`, `since:` and `until:` with dates, and whatever is none of it as plain words.
 */
import type { Expression } from '../../../filter/ast.ts'
import { type Dialect, LABS_SEARCH } from '../../../filter/dialect.ts'
import { readRule } from '../../../filter/rule.ts'
import { readIsoDay } from '../../../lib/iso-time.ts'
import { codePointLength } from '../../../text/index-units.ts'

export interface Query {
  readonly expression: Expression
  /** Milliseconds since the Unix epoch; undefined when the query says nothing of it. */
  readonly since: number | undefined
  readonly until: number | undefined
}

const FILTERS: Readonly<Record<string, string>> = {
  links: 'has:links',
  media: 'has:media',
  images: 'has:images',
  twimg: 'has:images',
  videos: 'has:videos',
  native_video: 'has:videos',
  hashtags: 'has:hashtags',
  mentions: 'has:mentions',
  retweets: 'is:retweet',
  nativeretweets: 'is:retweet',
  quote: 'is:quote',
  verified: 'is:verified',
}

/** Code points, in which rules are measured too. */
const QUERY_LONGEST = 500

/** Two quotes for each word, of which there are half as many as characters. */
const QUOTED: Dialect = { ...LABS_SEARCH, maxLength: 2 * QUERY_LONGEST }

/** What a query asks for; undefined when it asks for nothing that can be looked up, or is too long. */
export function readSearchQuery(text: string): Query | undefined {
  if (codePointLength(text) > QUERY_LONGEST) return undefined
  const times: { since?: number; until?: number } = {}
  const words = partsOf(text).flatMap((part) => {
    const [, sign = '', name = '', value = ''] = /^(-?)([a-z_]+):(\S+)$/i.exec(part) ?? []
    const key = name.toLowerCase()
    const day = readIsoDay(value)
    if ((key === 'since' || key === 'until') && day !== undefined) {
      times[key] = day
      return []
    }
    if (key === 'filter' || key === 'include') {
      const known = FILTERS[value.toLowerCase()]
      return known === undefined ? [] : [`${key === 'include' ? '' : sign}${known}`]
    }
    return [part]
  })
  const expression = expressionOf(words)
  return expression && { expression, since: times.since, until: times.until }
}

/** Words, and phrases in their quotes. */
function partsOf(text: string): string[] {
  return text.match(/-?"[^"]*"|\S+/g) ?? []
}

/** As a rule, when it is one; else all of its words, whatever they look like. */
function expressionOf(words: readonly string[]): Expression | undefined {
  const reading = readRule(words.join(' '), LABS_SEARCH)
  if ('expression' in reading) return reading.expression
  const quoted = readRule(words.flatMap(plain).join(' '), QUOTED)
  return 'expression' in quoted ? quoted.expression : undefined
}

function plain(word: string): string[] {
  const text = word.replace(/["()]/g, ' ').trim()
  return /^(-|or$|and$)/i.test(text) || text === '' ? [] : [`"${text}"`]
}
