/** Posts by id, with everything that an answer of Labs v2 or the second generation tells of them (spec/labs-lookup.md). */
import type { Unseen } from '../domain/posts/visibility.ts'
import { readScene, type SeenPost } from './_post-scene.ts'
import type { Services } from './_services.ts'
import { Inclusion } from './_v2-inclusion.ts'
import { has } from './_v2-objects/field-set.ts'
import { EXPANSION } from './_v2-objects/fields.ts'
import {
  notAuthorized,
  notFound,
  type PartialError,
  type V2Dialect,
  type Wanted,
} from './_v2-objects/partial-errors.ts'
import { NOTHING_INCLUDED, type Parts } from './_v2-parts.ts'
import { PostWriter } from './_v2-post-texts.ts'
import type { V2View } from './_v2-view.ts'

export type PostServices = Pick<Services, 'store' | 'users' | 'posts' | 'clock'>

const REFERENCES = EXPANSION['referenced_tweets.id'] | EXPANSION['referenced_tweets.id.author_id']

/**
 * The posts of these ids that the viewer may see, in that order, each once, with what the expansions lead to, and an
 * error for each of the others.
 * @param parameter by which they were named, for the errors
 * @param values digits, at most a few hundred
 */
export async function postParts(
  services: PostServices,
  view: V2View,
  parameter: string,
  values: readonly string[],
): Promise<Parts> {
  const asked = new Map<bigint, string>()
  for (const value of values) {
    const id = BigInt(value)
    if (!asked.has(id)) asked.set(id, value)
  }
  const { expansions } = view.selection
  const refers = has(expansions, REFERENCES)
  const ids = [...asked.keys()].filter((id) => id <= LARGEST_ID)
  const scene = await readScene(services, view.viewer, ids, { quoted: refers, repliedTo: refers })
  const writer = new PostWriter(services, view, scene)
  const data: Buffer[] = []
  const shown: SeenPost[] = []
  const missing: PartialError[] = []
  for (const [id, value] of asked) {
    const sight = scene.sight(id)
    const wanted = (): Wanted => ({ type: 'tweet', parameter, value, section: 'data' })
    if (typeof sight === 'string') missing.push(unseenError(view.dialect, sight, wanted()))
    else {
      data.push(writer.text(sight, wanted))
      shown.push(sight)
    }
  }
  if (expansions === 0 || shown.length === 0) {
    return { data, includes: NOTHING_INCLUDED, errors: [...missing, ...writer.errors] }
  }
  const inclusion = new Inclusion(services, view, scene, writer)
  const includes = await inclusion.of(shown)
  return { data, includes, errors: [...missing, ...inclusion.errors, ...writer.errors] }
}

const LARGEST_ID = 2n ** 63n - 1n

/** What is told of a post that the viewer does not see. */
export function unseenError(dialect: V2Dialect, unseen: Unseen, wanted: Wanted): PartialError {
  const isThere = unseen === 'protected' || unseen === 'blocked-by-author'
  return isThere ? notAuthorized(dialect, wanted) : notFound(dialect, wanted)
}
