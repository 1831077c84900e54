/** Converts lexemes to terms (spec/rule-language.md#operators). */
import { readBox, readCircle } from './areas.ts'
import type { TermMeaning } from './ast.ts'
import type {
  CountOperator,
  Dialect,
  HasWhat,
  IsWhat,
  OperatorName,
  PostOperator,
  WordsOperator,
} from './dialect.ts'
import type { Lexeme } from './lex.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'
import { fold, tokenise } from './tokenise.ts'

/** A lexeme that is a term by itself. */
export type TermLexeme = Exclude<Lexeme, { readonly kind: '(' | ')' | '-' | 'or' }>
type OperatorLexeme = Extract<Lexeme, { readonly kind: 'operator' }>

/** The meaning of a lexeme, or its problems. */
export type Read = { readonly meaning: TermMeaning } | { readonly problems: readonly RuleProblem[] }

const USER = /^[a-z0-9_]{1,20}$/
const CONTEXT = /^(?!\*\.\*$)(\d{1,19}|\*)\.(\d{1,19}|\*)$/
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/
const PERCENT = /^(100|[1-9][0-9]?)$/
const ID = /^[0-9]{1,19}$/
const COUNT_RANGE = /^([0-9]{1,10})(?:\.\.([0-9]{1,10}))?$/
const COUNTRY = /^[a-z]{2}$/

const NO_MEMBERS: ReadonlySet<string> = new Set()

/** Functions that parse the value of each operator; they return undefined for an invalid value. */
const READERS: Readonly<
  Record<Exclude<OperatorName, 'has' | 'is'>, (value: string) => TermMeaning | undefined>
> = {
  from: (value) => userTerm('from', value),
  to: (value) => userTerm('to', value),
  retweets_of: (value) => userTerm('retweets_of', value),
  url: (value) => {
    const tokens = tokenise(value)
    return tokens.length === 0 ? undefined : { kind: 'url', tokens }
  },
  context: (value) => {
    const [, domain, entity] = CONTEXT.exec(value) ?? []
    if (domain === undefined || entity === undefined) return undefined
    const known = (side: string) => (side === '*' ? undefined : String(BigInt(side)))
    return { kind: 'context', domain: known(domain), entity: known(entity) }
  },
  entity: (value) => {
    const name = fold(value).trim()
    return name === '' ? undefined : { kind: 'entity', name }
  },
  lang: (value) => {
    const code = value.toLowerCase()
    return LANGUAGE.test(code) ? { kind: 'lang', code } : undefined
  },
  sample: (value) => (PERCENT.test(value) ? { kind: 'sample', percent: Number(value) } : undefined),
  conversation_id: (value) =>
    ID.test(value) ? { kind: 'conversation_id', id: String(BigInt(value)) } : undefined,
  list: (value) =>
    ID.test(value) ? { kind: 'list', id: String(BigInt(value)), members: NO_MEMBERS } : undefined,
  in_reply_to_tweet_id: (value) => postTerm('in_reply_to_tweet_id', value),
  retweets_of_tweet_id: (value) => postTerm('retweets_of_tweet_id', value),
  quotes_of_tweet_id: (value) => postTerm('quotes_of_tweet_id', value),
  bio: (value) => wordsTerm('bio', value),
  bio_name: (value) => wordsTerm('bio_name', value),
  bio_location: (value) => wordsTerm('bio_location', value),
  url_title: (value) => wordsTerm('url_title', value),
  url_description: (value) => wordsTerm('url_description', value),
  place: (value) => wordsTerm('place', value),
  followers_count: (value) => countTerm('followers_count', value),
  following_count: (value) => countTerm('following_count', value),
  tweets_count: (value) => countTerm('tweets_count', value),
  listed_count: (value) => countTerm('listed_count', value),
  url_contains: (value) => {
    const text = fold(value).trim()
    return text === '' ? undefined : { kind: 'url_contains', text }
  },
  source: (value) => {
    const name = fold(value).trim()
    return name === '' ? undefined : { kind: 'source', name }
  },
  place_country: (value) => {
    const code = value.toLowerCase()
    return COUNTRY.test(code) ? { kind: 'place_country', code } : undefined
  },
  point_radius: readCircle,
  bounding_box: readBox,
}

/** Operators whose value is in brackets. */
const AREAS: ReadonlySet<OperatorName> = new Set(['point_radius', 'bounding_box'])

/** Reads one lexeme in a dialect. */
export function readTerm(lexeme: TermLexeme, dialect: Dialect): Read {
  switch (lexeme.kind) {
    case 'word':
    case 'phrase':
      return readText(lexeme, lexeme.kind === 'phrase')
    case 'hashtag':
      return { meaning: { kind: 'hashtag', tag: fold(lexeme.text) } }
    case 'mention':
      return { meaning: { kind: 'mention', name: fold(lexeme.text) } }
    case 'cashtag':
      return dialect.hasCashtags
        ? { meaning: { kind: 'cashtag', tag: fold(lexeme.text) } }
        : refused(MESSAGES.badInput(`$${lexeme.text}`), lexeme.start)
    case 'operator':
      return readOperator(lexeme, dialect)
  }
}

/**
 * Converts a text to a keyword or a phrase. A text with several tokens is a phrase. A word in a script without spaces
 * is also a phrase.
 */
function readText({ text, start }: { text: string; start: number }, isQuoted: boolean): Read {
  const tokens = tokenise(text)
  const [token] = tokens
  if (token === undefined) {
    return refused(MESSAGES.badInput(isQuoted ? `"${text}"` : text), start)
  }
  return { meaning: tokens.length === 1 ? { kind: 'keyword', token, isQuoted } : { kind: 'phrase', tokens } }
}

function readOperator(lexeme: OperatorLexeme, dialect: Dialect): Read {
  const name = lexeme.name.toLowerCase()
  if (name === 'has' || name === 'is') return readFact(name, lexeme, dialect)
  if (!isOperator(name) || !dialect.operators.has(name)) {
    const problems = [MESSAGES.invalidOperator(lexeme.name), MESSAGES.invalidField(lexeme.name)]
    return { problems: problems.map((message) => ({ message, position: lexeme.start + 1 })) }
  }
  const isBracketed = lexeme.written.startsWith('[')
  const meaning = isBracketed === AREAS.has(name) ? READERS[name](lexeme.value) : undefined
  if (meaning === undefined) return refused(MESSAGES.badInput(lexeme.written), lexeme.valueStart)
  return { meaning }
}

function readFact(name: 'has' | 'is', lexeme: OperatorLexeme, dialect: Dialect): Read {
  const value = lexeme.value.toLowerCase()
  const has = [...dialect.has].find((what: HasWhat) => what === value)
  if (name === 'has' && has !== undefined) return { meaning: { kind: 'has', what: has } }
  const is = [...dialect.is].find((what: IsWhat) => what === value)
  if (name === 'is' && is !== undefined) return { meaning: { kind: 'is', what: is } }
  return refused(MESSAGES.invalidOperator(`${name}:${lexeme.written}`), lexeme.start)
}

function userTerm(kind: 'from' | 'to' | 'retweets_of', value: string): TermMeaning | undefined {
  const user = value.toLowerCase()
  return USER.test(user) ? { kind, user } : undefined
}

function postTerm(kind: PostOperator, value: string): TermMeaning | undefined {
  return ID.test(value) ? { kind, id: String(BigInt(value)) } : undefined
}

function wordsTerm(kind: WordsOperator, value: string): TermMeaning | undefined {
  const tokens = tokenise(value)
  return tokens.length === 0 ? undefined : { kind, tokens }
}

/** Parses a minimum, or a range with both ends. */
function countTerm(kind: CountOperator, value: string): TermMeaning | undefined {
  const [, min, max] = COUNT_RANGE.exec(value) ?? []
  if (min === undefined) return undefined
  const range = { min: Number(min), max: max === undefined ? undefined : Number(max) }
  return range.max !== undefined && range.max < range.min ? undefined : { kind, ...range }
}

function isOperator(name: string): name is keyof typeof READERS {
  return Object.hasOwn(READERS, name)
}

function refused(message: string, at: number): Read {
  return { problems: [{ message, position: at + 1 }] }
}
