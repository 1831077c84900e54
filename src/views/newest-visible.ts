/** Finds the newest posts of users that a viewer may see. */
import type { Viewer } from '../domain/context.ts'
import type { NewestPost } from '../domain/posts/read/newest-posts.ts'
import { type PostGraph, type PostGraphServices, readPostGraph, type VisiblePost } from './post-graph.ts'

/** The newest post of a user among the posts that a viewer may see, with its graph. */
export interface VisibleNewest {
  readonly graph: PostGraph
  readonly seen: VisiblePost
}

/**
 * For each list, the newest post that the viewer may see. A list has older posts only if its newest post is
 * a repost (newest-posts.ts). The function reads them only if the viewer may not see this repost.
 * @param all lists from {@link NewestPosts}, at most a few hundred
 */
export async function newestVisible(
  services: PostGraphServices,
  viewer: Viewer,
  all: readonly (readonly NewestPost[] | undefined)[],
): Promise<readonly VisibleNewest[]> {
  const lists: (readonly NewestPost[])[] = []
  for (const list of all) {
    if (list !== undefined && list.length > 0) lists.push(list)
  }
  if (lists.length === 0) return []
  const newest = await firstSeen(
    services,
    viewer,
    lists.map((list) => list.slice(0, 1)),
  )
  const unseen = lists.filter((list, index) => list.length > 1 && newest[index] === undefined)
  const behind = await firstSeen(
    services,
    viewer,
    unseen.map((list) => list.slice(1)),
  )
  return [...newest, ...behind].filter((visibility) => visibility !== undefined)
}

/** The first visible post of each list, in the order of the lists. */
async function firstSeen(
  services: PostGraphServices,
  viewer: Viewer,
  lists: readonly (readonly NewestPost[])[],
): Promise<readonly (VisibleNewest | undefined)[]> {
  if (lists.length === 0) return []
  const ids = lists.flatMap((list) => list.map(({ id }) => id))
  const graph = await readPostGraph(services, viewer, ids)
  return lists.map((list) => {
    for (const { id } of list) {
      const seen = graph.visible(id)
      if (seen !== undefined) return { graph, seen }
    }
    return undefined
  })
}
