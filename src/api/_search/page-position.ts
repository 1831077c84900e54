/** The positions of search pages, which clients send back as tokens (spec/v2.md#paging). */
import { pageTokens } from '../_v2/pages/page-token.ts'
import type { Generation } from '../_v2/parameters.ts'
import { type ValidationErrors, valueText } from '../_v2/validation-errors.ts'
import { MAX_RANKED } from './ranked-posts.ts'

/**
 * The beginning of a page, as an id. In the order of relevancy, posts are ranked within windows. A position then
 * has the id at which the window begins and a rank in this window.
 */
export interface SearchPosition {
  readonly to: bigint
  /** The rank of the first post; 0 in the order of recency. */
  readonly offset: number
}

export interface SearchTokens {
  of(position: SearchPosition): string
  /** Decodes a token; undefined for a text that is not a token of this search. */
  read(token: string): SearchPosition | undefined
}

/** @param call the texts that identify the search: its path, query and order */
export function searchTokens(generation: Generation, call: readonly string[]): SearchTokens {
  return generation === 'labs' ? LABS_TOKENS : v2Tokens(call)
}

/** The first id of the page in base 36, after the version of the token. */
const LABS_TOKEN = /^b1([0-9a-z]{1,13})$/

const LABS_TOKENS: SearchTokens = {
  of: ({ to }) => `b1${to.toString(36)}`,
  read(token) {
    const digits = LABS_TOKEN.exec(token)?.[1]
    if (digits === undefined) return undefined
    let to = 0n
    for (const digit of digits) to = to * 36n + BigInt(Number.parseInt(digit, 36))
    return { to, offset: 0 }
  },
}

/** Two digits with the offset in base 36, then the token of the id. */
const V2_TOKEN = /^([0-9A-Z]{2})([0-9A-Z]+)$/

function v2Tokens(call: readonly string[]): SearchTokens {
  const tokens = pageTokens(...call)
  return {
    of: ({ to, offset }) => offset.toString(36).toUpperCase().padStart(2, '0') + tokens.of(to),
    read(token) {
      const [, digits = '', rest = ''] = V2_TOKEN.exec(token) ?? []
      const to = tokens.read(rest)
      const offset = Number.parseInt(digits, 36)
      return to === undefined || to < 0n || offset >= MAX_RANKED ? undefined : { to, offset }
    },
  }
}

/** Reads `next_token` and `pagination_token`, which have the same meaning. Errors are added to `errors`. */
export function readPosition(errors: ValidationErrors, tokens: SearchTokens): SearchPosition | undefined {
  return readToken(errors, tokens, ['next_token', 'pagination_token'])
}

/** Reads a token from one of several parameters. */
export function readToken<Position>(
  errors: ValidationErrors,
  tokens: { read(token: string): Position | undefined },
  names: readonly [string, ...string[]],
): Position | undefined {
  const sent = names.filter((name) => errors.text(name) !== undefined)
  const [first] = sent
  if (first === undefined) return undefined
  const token = errors.text(first) ?? ''
  for (const name of sent) {
    const text = errors.text(name) ?? ''
    if (tokens.read(text) === undefined) errors.add(name, `${valueText(name, text)} is not valid`)
    else if (text !== token) errors.add(name, `\`${name}\` and \`${first}\` must be equal`)
  }
  return tokens.read(token)
}
