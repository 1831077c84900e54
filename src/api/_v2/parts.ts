/** The parts of a response of Labs v2 and API v2, and the function that joins them. */
import type { Answer } from '../../http/endpoint.ts'
import type { JsonPieces } from '../../lib/json.ts'
import type { PageText } from '../../views/page-texts.ts'
import { keptAnswer } from './kept-answer.ts'
import type { PartialError } from './partial-errors.ts'

/** A list of JSON objects, each as UTF-8 text. */
type Objects = readonly Buffer[]

export interface Includes {
  readonly tweets: Objects
  readonly users: Objects
  readonly places: Objects
  readonly media: Objects
  readonly polls: Objects
}

/** The kinds of included objects, in the order of the response. */
const KINDS = ['tweets', 'users', 'places', 'media', 'polls'] as const

export const NOTHING_INCLUDED: Includes = { tweets: [], users: [], places: [], media: [], polls: [] }

export interface Parts {
  readonly data: Objects
  /** The cached page from which `data` comes. Such a page has no includes and no errors. */
  readonly kept?: PageText
  readonly includes: Includes
  readonly errors: readonly PartialError[]
}

/**
 * Renders the response. Empty members are omitted.
 * @param isSingle if true, `data` is one object instead of a list
 * @param meta the JSON of the member `meta`, for pages
 */
export function partsAnswer(
  { data, includes, errors, kept }: Parts,
  isSingle: boolean,
  meta?: string,
): Answer {
  const pieces: Piece[] = ['{']
  const [first] = data
  if (isSingle) {
    if (first !== undefined) pieces.push('"data":', [first])
  } else if (first !== undefined) pieces.push('"data":[', data, ']')
  pushIncludes(pieces, includes)
  if (errors.length > 0) pushMember(pieces, `"errors":${JSON.stringify(errors)}`)
  if (meta !== undefined) pushMember(pieces, `"meta":${meta}`)
  pieces.push('}')
  if (kept !== undefined && meta !== undefined) return keptAnswer(kept, meta, pieces)
  return { status: 200, body: undefined, pieces }
}

type Piece = JsonPieces[number]

/** Adds the member `includes`, unless it is empty. */
function pushIncludes(pieces: Piece[], includes: Includes): void {
  let isFirst = true
  for (const kind of KINDS) {
    const objects = includes[kind]
    if (objects.length === 0) continue
    if (isFirst) pushMember(pieces, `"includes":{"${kind}":[`)
    else pieces.push(`,"${kind}":[`)
    pieces.push(objects, ']')
    isFirst = false
  }
  if (!isFirst) pieces.push('}')
}

function pushMember(pieces: Piece[], member: string): void {
  pieces.push(pieces.length > 1 ? `,${member}` : member)
}
