/**
 * Translates the query language of 1.1/search/tweets to the rule language: `filter:` becomes `has:` or `is:`, `since:`
 * and `until:` become dates. A piece of the query that is not a term of a rule is searched as words. An unsupported
 * filter, operator or date is refused with a reason, and never ignored.
 */
import type { Expression } from '../../../filter/ast.ts'
import { type Dialect, OPERATORS, type OperatorName, V11_SEARCH } from '../../../filter/dialect.ts'
import { MESSAGES } from '../../../filter/problem.ts'
import { readRule } from '../../../filter/rule.ts'
import { tokenise } from '../../../filter/tokenise.ts'
import { readIsoDay } from '../../../lib/time/iso-time.ts'
import { codePointLength } from '../../../text/index-units.ts'

/** A parsed query. */
export interface Query {
  readonly expression: Expression
  /** Start of the day, in milliseconds since the Unix epoch; undefined if the query lacks the operator. */
  readonly since: number | undefined
  readonly until: number | undefined
}

/** Supported values of `filter:` and their operators. Other values are refused, because posts have no such property. */
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

/**
 * The operators that take a filter. The inner key is the sign of the term in the query: `''` or `-`. The value is the
 * sign of the translated term. `include:` has no effect, because a search includes such posts by default.
 */
const SIGNS: ReadonlyMap<string, Readonly<Record<string, string | undefined>>> = new Map([
  ['filter', { '': '', '-': '-' }],
  ['exclude', { '': '-', '-': '' }],
  ['include', {}],
])

/** Operators of searches on the network's website that no dialect of the rule language has. */
const WEBSITE_OPERATORS = [
  'card_domain',
  'card_name',
  'geocode',
  'max_id',
  'min_faves',
  'min_replies',
  'min_retweets',
  'near',
  'quoted_tweet_id',
  'quoted_user_id',
  'since_id',
  'since_time',
  'until_time',
  'within',
] as const

/**
 * Operators that exist elsewhere, but not in this search. A query with one of them is refused. A search for the
 * operator as words would find nothing, and the client would not know why.
 */
const UNSUPPORTED_OPERATORS: ReadonlySet<string> = new Set([
  ...OPERATORS.filter((name) => !V11_SEARCH.operators.has(name)),
  ...WEBSITE_OPERATORS,
])

/** The reason for a refusal, with advice. The text continues a sentence that begins with "q". */
export interface QueryRefused {
  readonly refused: string
}

/** Maximum length of a query in code points, which are also the unit of the limits of rules. */
const MAX_QUERY_LENGTH = 500

/**
 * The translated rule may be longer than the query. The translation adds up to two quotes and a sign to each word,
 * and a query of n characters has at most n/2 words.
 */
const RULE_DIALECT: Dialect = { ...V11_SEARCH, maxLength: 4 * MAX_QUERY_LENGTH }

/** The pieces of a query: quoted phrases and values, parentheses, and other text without spaces. */
const PIECE = /-?(?:[a-z_]+:)?"[^"]*"|-"[^"]*$|-*\(|\)|[^\s()"]+/gi
const OPERATOR = /^(-?)([a-z_]+):("[^"]*"|\S+)$/i
const LINK = /^https?:\/\/./i
const USER_OPERATORS: ReadonlySet<string> = new Set(['from', 'to', 'retweets_of'])
const QUOTED_OPERATORS: ReadonlySet<string> = new Set(['url', 'entity'])

/** The parsed query, or the reason why it cannot be executed. */
export function readSearchQuery(text: string): Query | QueryRefused {
  if (codePointLength(text) > MAX_QUERY_LENGTH)
    return { refused: `is longer than ${MAX_QUERY_LENGTH} characters` }
  const days: DateRange = {}
  const builder = new RuleBuilder()
  for (const [piece] of text.matchAll(PIECE)) {
    if (piece.endsWith('(')) builder.open(piece)
    else if (piece === ')') builder.close()
    else if (piece === 'OR') builder.or()
    else {
      const meant = readDate(piece, days) ? '' : (filterOf(piece) ?? termOf(piece))
      if (typeof meant === 'object') return { refused: `asks for "${piece}", ${meant.why}` }
      if (meant !== '') builder.term(meant)
    }
  }
  const reading = readRule(builder.end(), RULE_DIALECT)
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
 * Joins the pieces of a rule. Closes open parentheses, and drops unmatched closing parentheses and an OR without two
 * operands.
 */
class RuleBuilder {
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

interface DateRange {
  since?: number
  until?: number
}

/** Reads `since:` or `until:` into `days`. @returns false for another piece and for an invalid date */
function readDate(piece: string, days: DateRange): boolean {
  const [, , name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const key = name.toLowerCase()
  const day = readIsoDay(value)
  if ((key !== 'since' && key !== 'until') || day === undefined) return false
  days[key] = day
  return true
}

/** A piece that cannot be translated. */
interface UnsupportedPiece {
  /** Text after the piece in the reason of the refusal. */
  readonly why: string
}

const INVALID_VALUE: UnsupportedPiece = { why: 'a value that this operator does not take' }
const INVALID_DATE: UnsupportedPiece = { why: 'which is no day; give one such as 2020-08-12' }
const UNSUPPORTED_OPERATOR: UnsupportedPiece = { why: 'an operator that is not served; leave it out' }

/** The filter as a term of a rule; empty for a filter without effect, undefined for a piece that is not a filter. */
function filterOf(piece: string): string | UnsupportedPiece | undefined {
  const [, sign = '', name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const signs = SIGNS.get(name.toLowerCase())
  if (signs === undefined) return undefined
  const [meant, known] = [signs[sign], FILTERS.get(value.replaceAll('"', '').toLowerCase())]
  if (meant === undefined) return ''
  return known === undefined ? INVALID_VALUE : `${meant}${known}`
}

/**
 * Returns the piece as a term of a rule if it is valid, and otherwise as a phrase of its words; empty if it has no
 * words.
 */
function termOf(piece: string): string | UnsupportedPiece {
  // AND is the default in rules.
  if (piece === 'AND') return ''
  // A piece whose negation is valid is also kept as a term. The error for the whole rule then explains the problem.
  if (isTerm(piece) || isTerm(`-${piece}`)) return piece
  const sign = piece.startsWith('-') ? '-' : ''
  const text = piece.slice(sign.length)
  if (LINK.test(text)) return `${sign}url:"${text.replaceAll('\\', '')}"`
  const [, , name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const operator = name.toLowerCase()
  if (V11_SEARCH.operators.has(operator as OperatorName))
    return translatedOperator(sign, operator, value) ?? INVALID_VALUE
  if (operator === 'since' || operator === 'until') return INVALID_DATE
  if (UNSUPPORTED_OPERATORS.has(operator)) return UNSUPPORTED_OPERATOR
  const words = text.replace(/["\\]/g, ' ').trim()
  return tokenise(words).length === 0 ? '' : `${sign}"${words}"`
}

/** The operator with its value in the syntax of rules; undefined for an invalid value. */
function translatedOperator(sign: string, operator: string, value: string): string | undefined {
  const bare = USER_OPERATORS.has(operator) ? value.replace(/^[@＠]/u, '') : value
  const written = QUOTED_OPERATORS.has(operator) ? `"${bare.replace(/["\\]/g, ' ')}"` : bare
  const piece = `${sign}${operator}:${written}`
  return isTerm(piece) ? piece : undefined
}

function isTerm(piece: string): boolean {
  return 'expression' in readRule(`word ${piece}`, RULE_DIALECT)
}
