/**
 * Posts by id, with everything that an answer of Labs v2 or the second generation tells of them
 * (spec/labs-lookup.md#fields).
 */
import type { Unseen } from '../../domain/posts/read/visibility.ts'
import { has } from '../../formats/v2/field-set.ts'
import { EXPANSION } from '../../formats/v2/fields.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import { plainSights } from '../../views/plain-sights.ts'
import { PostScene, readScene, type SeenPost, type Sight } from '../../views/post-scene.ts'
import type { Services } from '../_services.ts'
import { Inclusion } from './inclusion.ts'
import { notAuthorized, notFound, type PartialError, type V2Dialect, type Wanted } from './partial-errors.ts'
import { NOTHING_INCLUDED, type Parts } from './parts.ts'
import { PostWriter } from './post-texts.ts'
import type { V2View } from './view.ts'

export type PostServices = Pick<Services, 'store' | 'users' | 'posts' | 'clock'>

export interface PostParts extends Parts {
  /** The posts of `data`, in its order. */
  readonly shown: readonly SeenPost[]
}

const REFERENCES = EXPANSION['referenced_tweets.id'] | EXPANSION['referenced_tweets.id.author_id']

/**
 * The posts of these ids that the viewer may see, in that order, each once, with what the expansions lead to, and an
 * error for each of the others.
 * @param parameter by which they were named, for the errors
 * @param ids at most a few hundred
 */
export async function postParts(
  services: PostServices,
  view: V2View,
  parameter: string,
  ids: ParsedIds,
): Promise<PostParts> {
  const { scene, sights } = await look(services, view, ids)
  const writer = new PostWriter(services, view, scene)
  const data: Buffer[] = []
  const shown: SeenPost[] = []
  const seen = new Set<bigint>()
  const missing = new Map<string, PartialError>()
  for (let index = 0; index < sights.length; index += 1) {
    const sight = sights[index] ?? 'not-found'
    if (typeof sight === 'string') {
      const value = ids.values[index] ?? ''
      const wanted = { type: 'tweet', parameter, value, section: 'data' } as const
      missing.set(value, unseenError(view.dialect, sight, wanted))
    } else if (!seen.has(sight.known.it.id)) {
      seen.add(sight.known.it.id)
      shown.push(sight)
      const value = writer.namesPosts ? (ids.values[index] ?? '') : ''
      data.push(writer.text(sight, parameter, value, 'data'))
    }
  }
  if (view.selection.expansions === 0 || shown.length === 0) {
    return { data, includes: NOTHING_INCLUDED, errors: [...missing.values(), ...writer.errors], shown }
  }
  const inclusion = new Inclusion(services, view, scene, writer)
  const includes = await inclusion.of(shown)
  const errors = [...missing.values(), ...inclusion.errors, ...writer.errors]
  return { data, includes, errors, shown }
}

/** As {@link postParts}, of ids that no client wrote. */
export function postPartsOf(
  services: PostServices,
  view: V2View,
  ids: readonly bigint[],
): Promise<PostParts> {
  return postParts(services, view, 'ids', ParsedIds.of(ids))
}

interface Look {
  readonly scene: PostScene
  readonly sights: readonly Sight[]
}

/** What the viewer sees of posts, and what of their surroundings the expansions ask for. */
async function look(services: PostServices, { viewer, selection }: V2View, ids: ParsedIds): Promise<Look> {
  const refers = has(selection.expansions, REFERENCES)
  if (viewer.userId === null && !refers) {
    const sights = await plainSights(services, ids)
    if (sights !== undefined) return { scene: NO_SURROUNDINGS, sights }
  }
  const all = ids.ids
  const scene = await readScene(services, viewer, all, { quoted: refers, repliedTo: refers })
  return { scene, sights: all.map((id) => scene.sight(id)) }
}

const NO_SURROUNDINGS = new PostScene({ userId: null }, new Map(), new Map(), new Map(), new Map())

/** What is told of a post that the viewer does not see. */
export function unseenError(dialect: V2Dialect, unseen: Unseen, wanted: Wanted): PartialError {
  const isThere = unseen === 'protected' || unseen === 'blocked-by-author'
  return isThere ? notAuthorized(dialect, wanted) : notFound(dialect, wanted)
}
