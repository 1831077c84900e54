/** Posts as apps see them, where nothing stands between the viewer and anybody: without a scene around them. */
import { UNMARKED } from '../domain/posts/viewer-marks.ts'
import { type Unseen, whyUnseen } from '../domain/posts/visibility.ts'
import type { WrittenIds } from '../lib/written-ids.ts'
import type { KnownPost } from './_post-cache.ts'
import type { SeenPost, Sight } from './_post-scene.ts'
import type { Services } from './_services.ts'
import type { KnownUser, UserCache } from './_user-cache.ts'

const NOBODY = { userId: null } as const

/**
 * What an app sees of the posts of these ids, each at the place of its id; undefined when one of them is a repost, whose
 * original only a scene has (`_post-scene.ts`).
 * @param ids at most a few hundred
 */
export async function plainSights(
  { posts, users }: Pick<Services, 'posts' | 'users'>,
  ids: WrittenIds,
): Promise<readonly Sight[] | undefined> {
  const known = await posts.find(ids)
  const authors: (KnownUser | undefined)[] = []
  let strangers: KnownPost[] | undefined
  for (const post of known) {
    if (post !== undefined && post.it.repostedId !== null) return undefined
    const author = post?.author === undefined ? undefined : users.at(post.author)
    authors.push(author)
    if (post === undefined || author !== undefined) continue
    strangers ??= []
    strangers.push(post)
  }
  const met = strangers === undefined ? NOBODY_MET : await meet(users, strangers)
  const sights: Sight[] = []
  for (let index = 0; index < known.length; index += 1) {
    const post = known[index]
    sights.push(post === undefined ? 'not-found' : sightOf(post, authors[index] ?? met.get(post)))
  }
  return sights
}

function sightOf(known: KnownPost, author: KnownUser | undefined): SeenPost | Unseen {
  const unseen = whyUnseen(known.it, author?.it, NOBODY, undefined)
  if (unseen !== undefined || author === undefined) return unseen ?? 'not-found'
  return { known, author, relation: undefined, marks: UNMARKED }
}

const NOBODY_MET: ReadonlyMap<KnownPost, KnownUser> = new Map()

/** The authors of posts that nobody has looked at yet, or whose authors have changed. */
async function meet(
  users: UserCache,
  posts: readonly KnownPost[],
): Promise<ReadonlyMap<KnownPost, KnownUser>> {
  const authors = await users.get(posts.map(({ it }) => it.authorId))
  const met = new Map<KnownPost, KnownUser>()
  for (const [index, post] of posts.entries()) {
    const author = authors[index]
    if (author !== undefined) met.set(post, author)
    post.author = users.place(post.it.authorId)
  }
  return met
}
