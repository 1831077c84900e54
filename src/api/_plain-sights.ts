/** Posts as apps see them, where nothing stands between the viewer and anybody: without a scene around them. */
import { UNMARKED } from '../domain/posts/viewer-marks.ts'
import { type Unseen, whyUnseen } from '../domain/posts/visibility.ts'
import type { KnownPost } from './_post-cache.ts'
import type { SeenPost, Sight } from './_post-scene.ts'
import type { Services } from './_services.ts'

const NOBODY = { userId: null } as const

/**
 * What an app sees of the posts of these ids, each at the place of its id; undefined when one of them is a repost, whose
 * original only a scene has (`_post-scene.ts`).
 * @param ids at most a few hundred
 */
export async function plainSights(
  { posts, users }: Pick<Services, 'posts' | 'users'>,
  ids: readonly bigint[],
): Promise<readonly Sight[] | undefined> {
  const known = await posts.get(ids)
  const found: KnownPost[] = []
  for (const post of known) {
    if (post === undefined) continue
    if (post.it.repostedId !== null) return undefined
    found.push(post)
  }
  const authors = await users.get(found.map(({ it }) => it.authorId))
  let place = 0
  return known.map((post): SeenPost | Unseen => {
    if (post === undefined) return 'not-found'
    const author = authors[place]
    place += 1
    const unseen = whyUnseen(post.it, author?.it, NOBODY, undefined)
    if (unseen !== undefined || author === undefined) return unseen ?? 'not-found'
    return { known: post, author, relation: undefined, marks: UNMARKED }
  })
}
