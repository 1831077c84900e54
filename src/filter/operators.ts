/** Converts lexemes to terms. spec/rule-language.md#operators. */
import type { TermMeaning } from './ast.ts'
import type { Dialect, HasWhat, IsWhat, OperatorName } from './dialect.ts'
import type { Lexeme } from './lex.ts'
import { MESSAGES, type RuleProblem } from './problem.ts'
import { fold, tokenise } from './tokenise.ts'

/** A lexeme that is a term by itself. */
export type TermLexeme = Exclude<Lexeme, { readonly kind: '(' | ')' | '-' | 'or' }>
type OperatorLexeme = Extract<Lexeme, { readonly kind: 'operator' }>

/** Meaning of a lexeme, or its problems. */
export type Read = { readonly meaning: TermMeaning } | { readonly problems: readonly RuleProblem[] }

const HAS: readonly HasWhat[] = ['hashtags', 'links', 'mentions', 'media', 'images', 'videos']

const USER = /^[a-z0-9_]{1,20}$/
const CONTEXT = /^(?!\*\.\*$)(\d{1,19}|\*)\.(\d{1,19}|\*)$/
const LANGUAGE = /^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/
const PERCENT = /^(100|[1-9][0-9]?)$/
const POST_ID = /^[0-9]{1,19}$/

/** Readers of operator values; undefined for an invalid value. */
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
    POST_ID.test(value) ? { kind: 'conversation_id', id: String(BigInt(value)) } : undefined,
}

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
    case 'operator':
      return readOperator(lexeme, dialect)
  }
}

/** A phrase has several tokens, and so has a word in a script without spaces. */
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
  // Only places of later products are written in brackets.
  const meaning = lexeme.written.startsWith('[') ? undefined : READERS[name](lexeme.value)
  if (meaning === undefined) return refused(MESSAGES.badInput(lexeme.written), lexeme.valueStart)
  return { meaning }
}

function readFact(name: 'has' | 'is', lexeme: OperatorLexeme, dialect: Dialect): Read {
  const value = lexeme.value.toLowerCase()
  const has = HAS.find((what) => what === value)
  if (name === 'has' && has !== undefined) return { meaning: { kind: 'has', what: has } }
  const is = [...dialect.is].find((what: IsWhat) => what === value)
  if (name === 'is' && is !== undefined) return { meaning: { kind: 'is', what: is } }
  return refused(MESSAGES.invalidOperator(`${name}:${lexeme.written}`), lexeme.start)
}

function userTerm(kind: 'from' | 'to' | 'retweets_of', value: string): TermMeaning | undefined {
  const user = value.toLowerCase()
  return USER.test(user) ? { kind, user } : undefined
}

function isOperator(name: string): name is keyof typeof READERS {
  return Object.hasOwn(READERS, name)
}

function refused(message: string, at: number): Read {
  return { problems: [{ message, position: at + 1 }] }
}
