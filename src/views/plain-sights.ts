/** Posts as apps see them, where nothing stands between the viewer and anybody: without a scene around them. */

import { UNMARKED } from '../domain/posts/read/viewer-marks.ts'
import { type Unseen, whyUnseen } from '../domain/posts/read/visibility.ts'
import type { ParsedIds } from '../lib/ids/parsed-ids.ts'
import type { KnownPost, PostCache } from './post-cache.ts'
import type { SeenPost, Sight } from './post-scene.ts'
import type { KnownUser, UserCache } from './user-cache.ts'

const NOBODY = { userId: null } as const

/**
 * What an app sees of the posts of these ids, each at the place of its id; undefined when one of them is a repost, whose
 * original only a scene has (`_post-scene.ts`).
 * @param ids at most a few hundred
 */
export async function plainSights(
  { posts, users }: { readonly posts: PostCache; readonly users: UserCache },
  ids: ParsedIds,
): Promise<readonly Sight[] | undefined> {
  const known = await posts.find(ids)
  const sights: Sight[] = []
  for (const post of known) {
    if (post === undefined) {
      sights.push('not-found')
      continue
    }
    if (post.it.repostedId !== null) return undefined
    const author = post.author === undefined ? undefined : users.at(post.author)
    if (author === undefined) return sightsOfStrangers(users, known)
    sights.push(sightOf(post, author))
  }
  return sights
}

/** The same where authors have not been looked for yet, or have changed. */
async function sightsOfStrangers(
  users: UserCache,
  known: readonly (KnownPost | undefined)[],
): Promise<readonly Sight[] | undefined> {
  const posts = known.filter((post) => post !== undefined)
  if (posts.some(({ it }) => it.repostedId !== null)) return undefined
  const authors = await users.get(posts.map(({ it }) => it.authorId))
  for (const post of posts) post.author = users.place(post.it.authorId)
  let place = 0
  return known.map((post) => {
    if (post === undefined) return 'not-found'
    const author = authors[place]
    place += 1
    return sightOf(post, author)
  })
}

function sightOf(known: KnownPost, author: KnownUser | undefined): SeenPost | Unseen {
  const unseen = whyUnseen(known.it, author?.it, NOBODY, undefined)
  if (unseen !== undefined || author === undefined) return unseen ?? 'not-found'
  return { known, author, relation: undefined, marks: UNMARKED }
}
