/** Reads posts with their authors and related posts, for streams and searches, in batches. */
import { type FullUser, findFullUsers } from '../domain/accounts/find-users.ts'
import type { Viewer } from '../domain/context.ts'
import type { PostView, StreamedView } from '../domain/posts/read/post-view.ts'
import { type PostGraph, type PostVisibility, readPostGraph, type VisiblePost } from './post-graph.ts'

/** Optional parts of a view, in addition to the post, its reposted original and its quoted post. */
export interface ViewNeeds {
  readonly repliedTo: boolean
  readonly named: boolean
}

export type PostGraphServices = Parameters<typeof readPostGraph>[0]

/** The viewer of an app. It sees public posts only. */
const PUBLIC_VIEWER: Viewer = { userId: null }

/**
 * The views of the posts among `ids` that the viewer may see, by id. If there is no viewer, the result has the public
 * posts, which are neither protected, suspended, deleted nor dropped.
 * @param ids at most a few hundred
 */
export async function loadViews(
  services: PostGraphServices,
  ids: readonly bigint[],
  needs: ViewNeeds,
  viewer: Viewer = PUBLIC_VIEWER,
): Promise<ReadonlyMap<bigint, StreamedView>> {
  const graph = await readPostGraph(services, viewer, ids, { repliedTo: needs.repliedTo })
  const seen = ids.map((id) => viewOf(graph, graph.visibility(id)))
  const views = new Map<bigint, StreamedView>()
  for (const view of await withNamed(services, seen, needs))
    if (view !== undefined) views.set(view.post.id, view)
  return views
}

/**
 * Like {@link loadViews}, but in the order of the ids.
 * @throws the read error of a post. A quoted or answered post that cannot be read is left out without an error
 */
export async function listViews(
  services: PostGraphServices,
  ids: readonly bigint[],
  needs: ViewNeeds,
): Promise<readonly (StreamedView | undefined)[]> {
  const graph = await readPostGraph(services, PUBLIC_VIEWER, ids, { repliedTo: needs.repliedTo })
  return withNamed(
    services,
    ids.map((id) => viewOf(graph, graph.requireReadable(id))),
    needs,
  )
}

async function withNamed(
  services: PostGraphServices,
  views: readonly (PostView | undefined)[],
  needs: ViewNeeds,
): Promise<readonly (StreamedView | undefined)[]> {
  const named = needs.named ? await usersNamed(services, views) : NO_USERS
  return views.map((view) => (view === undefined ? undefined : { ...view, named }))
}

const NO_USERS: ReadonlyMap<bigint, FullUser> = new Map()

function viewOf(graph: PostGraph, seen: PostVisibility): PostView | undefined {
  if (typeof seen === 'string') return undefined
  const { repostedId, inReplyToPostId } = seen.cached.entity
  const original = repostedId === null ? undefined : graph.original(repostedId)
  const repliedTo = inReplyToPostId === null ? undefined : graph.visible(inReplyToPostId)
  return {
    ...partOf(graph, seen),
    original: original === undefined || typeof original === 'string' ? undefined : partOf(graph, original),
    repliedTo: repliedTo === undefined ? undefined : alone(repliedTo),
  }
}

function partOf(graph: PostGraph, seen: VisiblePost): PostView {
  const { quotedId } = seen.cached.entity
  const quoted = quotedId === null ? undefined : graph.visible(quotedId)
  return { ...alone(seen), quoted: quoted === undefined ? undefined : alone(quoted) }
}

function alone({ cached, author }: VisiblePost): PostView {
  return {
    post: cached.entity,
    author: author.entity,
    original: undefined,
    quoted: undefined,
    repliedTo: undefined,
  }
}

/** Users whom the posts mention or answer, except hidden users. */
async function usersNamed(
  { store }: PostGraphServices,
  views: readonly (PostView | undefined)[],
): Promise<ReadonlyMap<bigint, FullUser>> {
  const ids = new Set<bigint>()
  for (const view of views) {
    for (const each of [view, view?.original, view?.quoted, view?.repliedTo]) {
      if (each === undefined) continue
      const { inReplyToUserId, content } = each.post
      if (inReplyToUserId !== null) ids.add(inReplyToUserId)
      for (const { id_str } of content.user_mentions ?? []) ids.add(BigInt(id_str))
    }
  }
  const users = await findFullUsers(store, [...ids])
  return new Map([...users].filter(([, user]) => user.suspendedAt === null && user.deactivatedAt === null))
}
