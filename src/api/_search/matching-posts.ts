/** Finds the posts that match a rule and are public, for search pages and counts. */
import { filterPostOf } from '../../domain/posts/read/filter-post.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { type PostView, type StreamedView, worded } from '../../domain/posts/read/post-view.ts'
import { isPostWithheld } from '../../domain/posts/read/withheld-post.ts'
import type { RuleEngine } from '../../filter/engine.ts'
import { loadViews, type PostGraphServices } from '../../views/load-post-views.ts'
import { cachedPosts } from '../../views/post-cache.ts'

/**
 * The public posts among `ids` that match a rule of the engine, in the order of `ids`. Replaced versions are left
 * out (decision 0016). A post is also left out if it shows a post that is withheld in all countries (decision
 * 0165).
 * @param ids a list of at most a few hundred ids
 */
export async function matchingPosts(
  services: PostGraphServices,
  engine: RuleEngine,
  ids: readonly bigint[],
): Promise<readonly StreamedView[]> {
  const views = await loadViews(services, ids, { repliedTo: false, named: false })
  return ids.flatMap((id) => {
    const view = views.get(id)
    if (view === undefined || view.post.latestId !== id || isWithheld(view) || isWithheld(worded(view)))
      return []
    return engine.match(filterPostOf(view)).length === 0 ? [] : [view]
  })
}

function isWithheld({ post, author }: PostView): boolean {
  return isPostWithheld(post, author)
}

/** Reads posts without the cache. Thousands of posts for one client would evict posts that many clients request. */
export function uncachedPosts({ store, users }: Omit<PostGraphServices, 'posts'>): PostGraphServices {
  return {
    store,
    users,
    posts: {
      async get(ids) {
        const cached = cachedPosts(await findPosts(store, ids))
        return ids.map((id) => cached.get(id))
      },
    },
  }
}
