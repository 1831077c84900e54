/**
 * The query language of 1.1/search/tweets, as far as people use it, in the words of the rule language: `filter:` for
 * `has:` and `is:`, `since:` and `until:` with dates, and whatever is none of it as plain words.
 */
import type { Expression } from '../../../filter/ast.ts'
import { type Dialect, V11_SEARCH } from '../../../filter/dialect.ts'
import { readRule } from '../../../filter/rule.ts'
import { tokenise } from '../../../filter/tokenise.ts'
import { readIsoDay } from '../../../lib/iso-time.ts'
import { codePointLength } from '../../../text/index-units.ts'

export interface Query {
  readonly expression: Expression
  /** Milliseconds since the Unix epoch; undefined when the query says nothing of it. */
  readonly since: number | undefined
  readonly until: number | undefined
}

/** What `filter:` asks for. Of any other nothing is known here, and it asks for nothing. */
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

/** How a filter is meant, with a sign before it and without; `include:` asks for what is found anyway. */
const SIGNS: ReadonlyMap<string, Readonly<Record<string, string | undefined>>> = new Map([
  ['filter', { '': '', '-': '-' }],
  ['exclude', { '': '-', '-': '' }],
  ['include', {}],
])

/** Code points, in which rules are measured too. What is translated never gets longer. */
const QUERY_LONGEST = 500

/** Two quotes and a sign for each word, of which there are half as many as characters. */
const QUOTED: Dialect = { ...V11_SEARCH, maxLength: 3 * QUERY_LONGEST }

/** Phrases in their quotes, values too, parentheses, and what stands between spaces and those. */
const PIECE = /-?(?:[a-z_]+:)?"[^"]*"|-"[^"]*$|-?\(|\)|[^\s()"]+/gi
const OPERATOR = /^(-?)([a-z_]+):(\S+)$/i

/** What a query asks for; undefined when it asks for nothing that can be looked up, or is too long. */
export function readSearchQuery(text: string): Query | undefined {
  if (codePointLength(text) > QUERY_LONGEST) return undefined
  const days: Days = {}
  const words = new Words()
  const rule = text.replace(PIECE, (piece) => {
    if (words.takeParenthesis(piece)) return piece
    const meant = takeDay(piece, days) ? '' : filterOf(piece)
    words.add(meant ?? plain(piece))
    return meant ?? piece
  })
  // As a rule, when it is one; else all of its words, whatever they look like.
  const expression = expressionOf(rule, V11_SEARCH) ?? expressionOf(words.text, QUOTED)
  return expression && { expression, since: days.since, until: days.until }
}

/** What is asked for when a query is no rule: all of its words, and none of those that stand in a negated group. */
class Words {
  readonly #words: string[] = []
  #depth = 0
  /** The depth of the outermost negated group; undefined outside of any. */
  #negatedFrom: number | undefined

  get text(): string {
    return this.#words.join(' ')
  }

  /** Whether it was one. */
  takeParenthesis(piece: string): boolean {
    if (piece.endsWith('(')) {
      this.#depth += 1
      if (piece.startsWith('-')) this.#negatedFrom ??= this.#depth
      return true
    }
    if (piece !== ')') return false
    if (this.#negatedFrom === this.#depth) this.#negatedFrom = undefined
    this.#depth = Math.max(0, this.#depth - 1)
    return true
  }

  /** @param word as a rule has it; empty for none */
  add(word: string): void {
    if (this.#negatedFrom === undefined) this.#words.push(word)
    else if (word !== '' && !word.startsWith('-')) this.#words.push(`-${word}`)
  }
}

interface Days {
  since?: number
  until?: number
}

/** Whether it was a day. */
function takeDay(piece: string, days: Days): boolean {
  const [, , name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const key = name.toLowerCase()
  const day = readIsoDay(value)
  if ((key !== 'since' && key !== 'until') || day === undefined) return false
  days[key] = day
  return true
}

/** A filter as a rule has it, empty for one that asks for nothing; undefined for what is no filter. */
function filterOf(piece: string): string | undefined {
  const [, sign = '', name = '', value = ''] = OPERATOR.exec(piece) ?? []
  const signs = SIGNS.get(name.toLowerCase())
  if (signs === undefined) return undefined
  const [meant, known] = [signs[sign], FILTERS.get(value.replaceAll('"', '').toLowerCase())]
  return meant === undefined || known === undefined ? '' : `${meant}${known}`
}

/** A piece as words to be found, or not to be found; empty for one without any. */
function plain(piece: string): string {
  const sign = piece.startsWith('-') ? '-' : ''
  const text = piece.slice(sign.length).replace(/["\\]/g, ' ').trim()
  return /^(or|and)$/i.test(text) || tokenise(text).length === 0 ? '' : `${sign}"${text}"`
}

function expressionOf(rule: string, dialect: Dialect): Expression | undefined {
  const reading = readRule(rule, dialect)
  return 'expression' in reading ? reading.expression : undefined
}
