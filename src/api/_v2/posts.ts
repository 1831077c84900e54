/**
 * Reads posts by id, with the objects that expansions include, for responses of Labs v2 and API v2
 * (spec/labs-lookup.md#fields).
 */
import type { Unseen } from '../../domain/posts/read/visibility.ts'
import { has } from '../../formats/v2/field-set.ts'
import { EXPANSION } from '../../formats/v2/fields.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import type { CachedPost } from '../../views/post-cache.ts'
import { PostGraph, type PostVisibility, readPostGraph, type VisiblePost } from '../../views/post-graph.ts'
import { findPublicPosts } from '../../views/public-posts.ts'
import type { Services } from '../_services.ts'
import { Inclusion } from './inclusion.ts'
import { notAuthorized, notFound, type PartialError, type V2Dialect, type Wanted } from './partial-errors.ts'
import { NOTHING_INCLUDED, type Parts } from './parts.ts'
import { PostWriter } from './post-texts.ts'
import type { V2View } from './view.ts'

export type PostServices = Pick<Services, 'store' | 'users' | 'posts' | 'newestPosts' | 'clock'>

export interface PostParts extends Parts {
  /** The posts of `data`, in the order of `data`. */
  readonly shown: readonly VisiblePost[]
}

const REFERENCES =
  EXPANSION['referenced_tweets.id'] |
  EXPANSION['referenced_tweets.id.author_id'] |
  EXPANSION['referenced_tweets.id.attachments.media_keys']

/**
 * The posts with these ids that the viewer may see, in the order of the ids, each once. The result also has the
 * objects of the expansions, and an error for each post that is missing.
 * @param parameter the name of the parameter that had the ids, for the errors
 * @param ids a list of at most a few hundred ids
 */
export async function postParts(
  services: PostServices,
  view: V2View,
  parameter: string,
  ids: ParsedIds,
): Promise<PostParts> {
  const { graph, visibilities } = await look(services, view, ids)
  const writer = new PostWriter(services, view, graph)
  const data: Buffer[] = []
  const shown: VisiblePost[] = []
  // The set contains cached objects and not ids, because a set of bigints is slow. A post has only one cached
  // object.
  const seen = new Set<CachedPost>()
  const missing = new Map<string, PartialError>()
  for (let index = 0; index < visibilities.length; index += 1) {
    const visibility = visibilities[index] ?? 'not-found'
    if (typeof visibility === 'string') {
      const value = ids.values[index] ?? ''
      const wanted = { type: 'tweet', parameter, value, section: 'data' } as const
      missing.set(value, unseenError(view.dialect, visibility, wanted))
    } else if (!seen.has(visibility.cached)) {
      seen.add(visibility.cached)
      shown.push(visibility)
      const value = writer.namesPosts ? (ids.values[index] ?? '') : ''
      data.push(writer.text(visibility, parameter, value, 'data'))
    }
  }
  if (view.selection.expansions === 0 || shown.length === 0) {
    return { data, includes: NOTHING_INCLUDED, errors: [...missing.values(), ...writer.errors], shown }
  }
  const inclusion = new Inclusion(services, view, graph, writer)
  const includes = await inclusion.of(shown)
  const errors = [...missing.values(), ...inclusion.errors, ...writer.errors]
  return { data, includes, errors, shown }
}

/** Like {@link postParts}, for ids that do not come from a parameter. */
export function postPartsOf(
  services: PostServices,
  view: V2View,
  ids: readonly bigint[],
): Promise<PostParts> {
  return postParts(services, view, 'ids', ParsedIds.of(ids))
}

interface Look {
  readonly graph: PostGraph
  readonly visibilities: readonly PostVisibility[]
}

/** Reads the posts, with the related posts that the expansions need. */
async function look(services: PostServices, { viewer, selection }: V2View, ids: ParsedIds): Promise<Look> {
  const refers = has(selection.expansions, REFERENCES)
  if (viewer.userId === null && !refers) {
    const visibilities = await findPublicPosts(services, ids)
    if (visibilities !== undefined) return { graph: NO_SURROUNDINGS, visibilities }
  }
  const all = ids.ids
  const graph = await readPostGraph(services, viewer, all, { quoted: refers, repliedTo: refers })
  return { graph, visibilities: all.map((id) => graph.visibility(id)) }
}

const NO_SURROUNDINGS = new PostGraph({ userId: null }, new Map(), new Map(), new Map(), new Map())

/** The error for a post that is not visible to the viewer. */
export function unseenError(dialect: V2Dialect, unseen: Unseen, wanted: Wanted): PartialError {
  const isThere = unseen === 'protected' || unseen === 'blocked-by-author'
  return isThere ? notAuthorized(dialect, wanted) : notFound(dialect, wanted)
}
