/** The latest post inside a user object, without its author (spec/users.md#latest-post). */
import type { Viewer } from '../../domain/context.ts'
import { postObject } from '../../formats/v1.1/post.ts'
import type { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import { newestVisible } from '../../views/newest-visible.ts'
import type { PostGraph } from '../../views/post-graph.ts'
import type { Services } from '../_services.ts'
import { PostWriter, postViewOf, shownIn } from './_posts.ts'
import type { Origin, UserOptions } from './_users.ts'

type StatusServices = Pick<Services, 'store' | 'users' | 'posts' | 'newestPosts'>

/**
 * JSON texts of the newest visible post of each user, by user id; users without a visible post are left out.
 * @param ids a list of at most a few hundred users
 * @param outer the scheme, host and API day of the request
 */
export async function statusTexts(
  services: StatusServices,
  viewer: Viewer,
  ids: ParsedIds,
  options: UserOptions,
  outer: Origin,
): Promise<ReadonlyMap<bigint, string>> {
  if (options.skip_status) return NO_STATUS
  const visibilities = await newestVisible(services, viewer, await services.newestPosts.find(ids))
  if (visibilities.length === 0) return NO_STATUS
  const view = statusViewOf(options, outer)
  const writers = new Map<PostGraph, PostWriter>()
  const texts = new Map<bigint, string>()
  for (const { graph, seen } of visibilities) {
    const writer = writers.get(graph) ?? new PostWriter(services, graph, view)
    writers.set(graph, writer)
    texts.set(seen.author.entity.id, writer.of(seen))
  }
  return texts
}

const NO_STATUS: ReadonlyMap<bigint, string> = new Map()

/** Like {@link statusTexts} for one user, as an object. */
export async function statusOf(
  services: StatusServices,
  viewer: Viewer,
  id: bigint,
  options: UserOptions,
  outer: Origin,
): Promise<Record<string, unknown> | undefined> {
  if (options.skip_status) return undefined
  const [visibility] = await newestVisible(services, viewer, await services.newestPosts.get([id]))
  if (visibility === undefined) return undefined
  return postObject(shownIn(visibility.graph, visibility.seen), statusViewOf(options, outer))
}

function statusViewOf({ tweet_mode, include_entities, include_status_entities }: UserOptions, outer: Origin) {
  const options = {
    tweet_mode,
    trim_user: false,
    include_entities: include_status_entities ?? include_entities,
    include_ext_alt_text: false,
    include_card_uri: false,
    include_my_retweet: false,
  }
  return { ...postViewOf(options, outer), omitsUsers: true }
}
