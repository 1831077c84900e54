/** The parts of an answer of Labs v2 and the second generation, and how they are put together. */
import type { Answer } from '../http/endpoint.ts'
import type { PartialError } from './_v2-objects/partial-errors.ts'

/** Each a JSON object in UTF-8. */
type Objects = readonly Buffer[]

export interface Includes {
  readonly tweets: Objects
  readonly users: Objects
  readonly places: Objects
  readonly media: Objects
  readonly polls: Objects
}

/** The kinds of what is included, in the order of the answer. */
const KINDS = ['tweets', 'users', 'places', 'media', 'polls'] as const

export const NOTHING_INCLUDED: Includes = { tweets: [], users: [], places: [], media: [], polls: [] }

export interface Parts {
  readonly data: Objects
  readonly includes: Includes
  readonly errors: readonly PartialError[]
}

/**
 * The body of an answer: what is empty is left out.
 * @param isSingle whether `data` is one object and no list
 * @param meta JSON of that member, for pages
 * @param more JSON of further members, such as `"matching_rules":[]`
 */
export function joinParts(
  { data, includes, errors }: Parts,
  isSingle: boolean,
  meta?: string,
  more?: string,
): Buffer {
  const pieces: (string | Objects)[] = ['{']
  const [first] = data
  if (isSingle) {
    if (first !== undefined) pieces.push('"data":', [first])
  } else if (first !== undefined) pieces.push('"data":[', data, ']')
  pushIncludes(pieces, includes)
  if (errors.length > 0) pushMember(pieces, `"errors":${JSON.stringify(errors)}`)
  if (meta !== undefined) pushMember(pieces, `"meta":${meta}`)
  if (more !== undefined) pushMember(pieces, more)
  pieces.push('}')
  return joined(pieces)
}

/** Adds the member `includes`, unless there is nothing in it. */
function pushIncludes(pieces: (string | Objects)[], includes: Includes): void {
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

function pushMember(pieces: (string | Objects)[], member: string): void {
  pieces.push(pieces.length > 1 ? `,${member}` : member)
}

const COMMA = 0x2c

/** Written object by object into one buffer: joined as text first, a long answer costs the collector more than the rest. */
function joined(pieces: readonly (string | Objects)[]): Buffer {
  let length = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') length += Buffer.byteLength(piece)
    else for (const object of piece) length += object.length + 1
  }
  const bytes = Buffer.allocUnsafe(length)
  let at = 0
  for (const piece of pieces) {
    if (typeof piece === 'string') at += bytes.write(piece, at)
    else {
      for (const [index, object] of piece.entries()) {
        if (index > 0) {
          bytes[at] = COMMA
          at += 1
        }
        bytes.set(object, at)
        at += object.length
      }
    }
  }
  return bytes.subarray(0, at)
}

export function partsAnswer(parts: Parts, isSingle: boolean, meta?: string): Answer {
  return { status: 200, body: undefined, bytes: joinParts(parts, isSingle, meta) }
}
