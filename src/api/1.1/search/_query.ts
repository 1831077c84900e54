/**
 * The query language of 1.1/search/tweets, as far as people use it, in the words of the rule language: `filter:` for
 * `has:` and `is:`, `since:` and `until:` with dates. Each piece that is no term of a rule is looked for as words,
 * whatever stands beside it; what cannot be meant as it stands is refused with a reason, never left out.
 */
import type { Expression } from '../../../filter/ast.ts'
import { type Dialect, type OperatorName, V11_SEARCH } from '../../../filter/dialect.ts'
import { MESSAGES } from '../../../filter/problem.ts'
import { readRule } from '../../../filter/rule.ts'
import { tokenise } from '../../../filter/tokenise.ts'
import { readIsoDay } from '../../../lib/time/iso-time.ts'
import { codePointLength } from '../../../text/index-units.ts'

/** A parsed query. */
export interface Query {
  readonly expression: Expression
  /** Milliseconds since the Unix epoch; undefined when the query says nothing of it. */
  readonly since: number | undefined
  readonly until: number | undefined
}

/** Supported values of `filter:`; others are refused, because posts have no such property here. */
const FILTERS: ReadonlyMap<string, string> = new Map([
  ['links', 'has:links'],
  ['media', 'has:media'],
  ['images', 'has:images'],
  ['twimg', 'has:images'],
  ['videos', 'has:videos'],
  ['native_video', 'has:videos'],
  ['hashtags', 'has:hashtags'],
  ['mentions', 'has:mentions'],
  ['replies', 'is:reply'],
  ['retweets', 'is:retweet'],
  ['nativeretweets', 'is:retweet'],
  ['quote', 'is:quote'],
  ['verified', 'is:verified'],
])

/** Operators of a filter, with and without a sign; `include:` is the default and has no effect. */
const SIGNS: ReadonlyMap<string, Readonly<Record<string, string | undefined>>> = new Map([
  ['filter', { '': '', '-': '-' }],
  ['exclude', { '': '-', '-': '' }],
  ['include', {}],
])

/** Operators of the public service that rules lack. Refused, because as words they would silently find nothing. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'card_domain',
  'card_name',
  'conversation_id',
  'geocode',
  'list',
  'max_id',
  'min_faves',
  'min_replies',
  'min_retweets',
  'near',
  'place',
  'point_radius',
  'quoted_tweet_id',
  'quoted_user_id',
  'since_id',
  'since_time',
  'source',
  'until_time',
  'within',
])

/** Why a query cannot be answered, and what to do about it; goes on after "q". */
export interface QueryRefused {
  readonly refused: string
}

/** Code points, in which rules are measured too. */
const MAX_QUERY_LENGTH = 500

/** Two quotes and a sign for each word, of which there are half as many as characters. */
const TRANSLATED: Dialect = { ...V11_SEARCH, maxLength: 4 * MAX_QUERY_LENGTH }

/** Phrases in their quotes, values too, parentheses, and what stands between spaces and those. */
const PIECE = /-?(?:[a-z_]+:)?"[^"]*"|-"[^"]*$|-*\(|\)|[^\s()"]+/gi
const OPERATOR = /^(-?)([a-z_]+):("[^"]*"|\S+)$/i
const LINK = /^https?:\/\/./i
const USER_OPERATORS: ReadonlySet<string> = new Set(['from', 'to', 'retweets_of'])
const QUOTED_OPERATORS: ReadonlySet<string> = new Set(['url', 'entity'])

/** The parsed query, or the reason why it cannot be executed. */
export function readSearchQuery(text: string): Query | QueryRefused {
  if (codePointLength(text) > MAX_QUERY_LENGTH)
    return { refused: `is longer than ${MAX_QUERY_LENGTH} characters` }
  const days: Days = {}
  const shape = new Shape()
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece.endsWith('(')) shape.open(piece)
    else if (piece === ')') shape.close()
    else if (piece === 'OR') shape.or()
    else {
      const meant = takeDay(piece, days) ? '' : (filterOf(piece) ?? termOf(piece))
      if (typeof meant === 'object') return { refused: `asks for "${piece}", ${meant.why}` }
      if (meant !== '') shape.term(meant)
    }
  }
  const reading = readRule(shape.end(), TRANSLATED)
  if ('expression' in reading) return { expression: reading.expression, since: days.since, until: days.until }
  return { refused: reasonOf(reading.problems.map(({ message }) => message)) }
}

function reasonOf(messages: readonly string[]): string {
  if (messages.includes(MESSAGES.noNonNegation)) {
    return 'only says what not to find; ask for something in every part of an OR'
  }
  if (messages.includes(MESSAGES.noPositiveClause)) {
    return 'has only words that nearly every post has in it or in a part of an OR; add another word or an operator such as from:'
  }
  if (messages.includes(MESSAGES.nullcastPositive)) return 'asks for is:nullcast, which must be negated'
  return 'has no word, hashtag, user name or operator that can be looked for'
}

/**
 * Puts the pieces of a rule together. What is left open is closed, and a parenthesis or an OR without a partner joins
 * nothing.
 */
class Shape {
  readonly #pieces: string[] = []
  #depth = 0

  open(signed: string): void {
    this.#depth += 1
    this.#pieces.push(signed)
  }

  close(): void {
    if (this.#depth === 0) return
    this.#depth -= 1
    this.#dropOr()
    if (this.#pieces.at(-1)?.endsWith('(') === true) this.#pieces.pop()
    else this.#pieces.push(')')
  }

  or(): void {
    const last = this.#pieces.at(-1)
    if (last !== undefined && last !== OR && !last.endsWith('(')) this.#pieces.push(OR)
  }

  term(text: string): void {
    this.#pieces.push(text)
  }

  /** All of it, as a rule. */
  end(): string {
    while (this.#depth > 0) this.close()
    this.#dropOr()
    return this.#pieces.join(' ')
  }

  #dropOr(): void {
    if (this.#pieces.at(-1) === OR) this.#pieces.pop()
  }
}

const OR = 'OR'

interface Days {
  since?: number
  until?: number
}

/** @returns false for an invalid date */
function takeDay(piece: string, days: Days): boolean {
  const [, , name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const key = name.toLowerCase()
  const day = readIsoDay(value)
  if ((key !== 'since' && key !== 'until') || day === undefined) return false
  days[key] = day
  return true
}

/** A piece that nothing is found by as it stands. */
interface Unfit {
  /** Goes on after the piece. */
  readonly why: string
}

const NO_VALUE: Unfit = { why: 'a value that this operator does not take' }
const NO_DAY: Unfit = { why: 'which is no day; give one such as 2020-08-12' }
const NOT_HERE: Unfit = { why: 'an operator that is not served; leave it out' }

/** A filter as a rule has it, empty for one that asks for nothing; undefined for what is no filter. */
function filterOf(piece: string): string | Unfit | undefined {
  const [, sign = '', name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const signs = SIGNS.get(name.toLowerCase())
  if (signs === undefined) return undefined
  const [meant, known] = [signs[sign], FILTERS.get(value.replaceAll('"', '').toLowerCase())]
  if (meant === undefined) return ''
  return known === undefined ? NO_VALUE : `${meant}${known}`
}

/** A piece as a term of a rule, as words if it is none; empty for one without any. */
function termOf(piece: string): string | Unfit {
  // Side by side means the same.
  if (piece === 'AND') return ''
  // A negated operator is a term too: the error covers both.
  if (isTerm(piece) || isTerm(`-${piece}`)) return piece
  const sign = piece.startsWith('-') ? '-' : ''
  const text = piece.slice(sign.length)
  if (LINK.test(text)) return `${sign}url:"${text.replaceAll('\\', '')}"`
  const [, , name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const operator = name.toLowerCase()
  if (V11_SEARCH.operators.has(operator as OperatorName)) return repaired(sign, operator, value) ?? NO_VALUE
  if (operator === 'since' || operator === 'until') return NO_DAY
  if (ELSEWHERE.has(operator)) return NOT_HERE
  const words = text.replace(/["\\]/g, ' ').trim()
  return tokenise(words).length === 0 ? '' : `${sign}"${words}"`
}

/** An operator of which the value is written in another way than rules have it. */
function repaired(sign: string, operator: string, value: string): string | undefined {
  const bare = USER_OPERATORS.has(operator) ? value.replace(/^[@＠]/u, '') : value
  const written = QUOTED_OPERATORS.has(operator) ? `"${bare.replace(/["\\]/g, ' ')}"` : bare
  const piece = `${sign}${operator}:${written}`
  return isTerm(piece) ? piece : undefined
}

/** True for a term that a rule may combine with words. */
function isTerm(piece: string): boolean {
  return 'expression' in readRule(`word ${piece}`, TRANSLATED)
}
