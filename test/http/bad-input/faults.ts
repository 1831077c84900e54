/** Generates faulty values of a parameter, as bytes of a query or form. */
import type { Param } from '../../../src/http/params.ts'

/** Kind of the values of a parameter, from its declaration. */
export type Kind = 'id' | 'cursor' | 'number' | 'boolean' | 'text'

export function kindOf({ schema }: Pick<Param<unknown>, 'schema'>): Kind {
  const { type, pattern } = schema as { readonly type?: string; readonly pattern?: string }
  if (type === 'boolean') return 'boolean'
  if (type === 'integer' || type === 'number') return 'number'
  if (pattern === undefined) return 'text'
  return pattern.startsWith('^-?') ? 'cursor' : 'id'
}

/**
 * The interpretation that the test expects of a faulty parameter: missing, valid, invalid, or undecodable.
 */
export type Meaning = 'missing' | 'good' | 'bad' | 'undecodable'

export interface Fault {
  readonly name: string
  readonly meaning: Meaning
  /** The parameter has an unknown name. */
  readonly isStrange?: true
  /** True for cursors, because they may be negative. */
  readonly isInteger?: true
  /** @param good a valid value of the parameter, encoded */
  text(parameter: string, good: string): string
}

function value(name: string, octets: string, meaning: Meaning = 'bad'): Fault {
  return { name, meaning, text: (parameter) => `${parameter}=${octets}` }
}

const DIGITS = '9'.repeat(3_000)

export const FAULTS: readonly Fault[] = [
  { name: 'left out', meaning: 'missing', text: () => '' },
  value('empty', '', 'missing'),
  { name: 'without a sign of equality', meaning: 'missing', text: (parameter) => parameter },
  {
    name: 'in capitals',
    meaning: 'missing',
    isStrange: true,
    text: (parameter, good) => `${parameter.toUpperCase()}=${good}`,
  },
  {
    name: 'as a list',
    meaning: 'missing',
    isStrange: true,
    text: (parameter, good) => `${parameter}[]=${good}`,
  },
  {
    name: 'with an index',
    meaning: 'missing',
    isStrange: true,
    text: (parameter, good) => `${parameter}%5B0%5D=${good}`,
  },
  {
    name: 'good, then bad',
    meaning: 'good',
    text: (parameter, good) => `${parameter}=${good}&${parameter}=x`,
  },
  {
    name: 'good, twice',
    meaning: 'good',
    text: (parameter, good) => `${parameter}=${good}&${parameter}=${good}`,
  },
  {
    name: 'bad, then good',
    meaning: 'bad',
    text: (parameter, good) => `${parameter}=x.y&${parameter}=${good}`,
  },
  { name: 'between empty pieces', meaning: 'good', text: (parameter, good) => `&&${parameter}=${good}&&` },
  value('a word', 'x.y'),
  { ...value('negative', '-5'), isInteger: true },
  value('a fraction', '1.5'),
  value('in floating point', '1e3'),
  value('in hexadecimal', '0x10'),
  value('beyond 64 bits', '9223372036854775808'),
  value('of 3,000 digits', DIGITS),
  value('digits of another script', '%D9%A1%D9%A2'),
  value('a NUL', '%00'),
  value('digits and a NUL', '5%00'),
  value('a line break', '5%0D%0Ax:%20y'),
  value('markup', '%3Cscript%3Ealert(1)%3C/script%3E'),
  value('a quotation mark', "5'%20or%20'1'='1"),
  value('beyond the first plane', '%F0%9F%A6%9C'),
  value('spaces', '++%20'),
  value('9,000 letters', 'n'.repeat(9_000)),
  value('a thousand commas', ','.repeat(1_000)),
  value('no UTF-8', '%FF%FE', 'undecodable'),
  value('overlong', '%C0%80', 'undecodable'),
  value('half a surrogate pair', '%ED%A0%80', 'undecodable'),
  value('a broken escape', '%zz', 'undecodable'),
  value('half an escape', '5%4', 'undecodable'),
]

/**
 * Unknown parameters. v1.1 ignores unknown parameters, because clients send tweet_mode with any request
 * (spec/clients.md#requests).
 */
export const STRANGE_PARAMETERS = 'tweet_mode=extended&colour=blue&__proto__=x&constructor=y&=z&a%5Bb%5D=c'

/** Valid encoded values of parameters, by name. For any other parameter, a word is valid. */
export type GoodValues = Readonly<Record<string, string>>

export function goodValue(name: string, kind: Kind, good: GoodValues): string {
  const known = good[name]
  if (known !== undefined) return known
  return { id: '5', cursor: '-1', number: '3', boolean: 'true', text: 'word' }[kind]
}
