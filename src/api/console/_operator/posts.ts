/** Posts as the desk shows them, including dropped and withheld posts. */
import { Type } from 'typebox'
import { findUsers } from '../../../domain/accounts/find-users.ts'
import { postVersion } from '../../../domain/moderation/versions.ts'
import type { Post } from '../../../domain/posts/post.ts'
import { findPosts } from '../../../domain/posts/read/find-posts.ts'
import type { Services } from '../../_services.ts'

const AUTHOR = Type.Object({ id: Type.String(), username: Type.String(), name: Type.String() })

export const DESK_POST = Type.Object(
  {
    id: Type.String(),
    initial_id: Type.String({ description: 'Id of the first version, to which the state belongs.' }),
    latest_id: Type.String({ description: 'Id of the newest version.' }),
    reposted_id: Type.Union([Type.String(), Type.Null()]),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
    author: AUTHOR,
    text: Type.String(),
    dropped_at: Type.Union([Type.Integer(), Type.Null()]),
    withheld_in_countries: Type.Array(Type.String()),
    reposts: Type.Integer(),
    replies: Type.Integer(),
    likes: Type.Integer(),
    quotes: Type.Integer(),
    media: Type.Integer(),
    version: Type.String({ description: 'Version of the state, for actions.' }),
  },
  { title: 'ConsoleDeskPost' },
)

type Author = { readonly id: bigint; readonly screenName: string; readonly name: string }

/** Renders an object of the schema {@link DESK_POST}. @param original the reposted post, if `post` is a repost */
function deskPost(post: Post, author: Author | undefined, original: Post | undefined) {
  const { counts, content } = original ?? post
  return {
    id: post.id,
    initial_id: post.initialId,
    latest_id: post.latestId,
    reposted_id: post.repostedId,
    created_at: post.createdAt,
    author: { id: post.authorId, username: author?.screenName ?? '', name: author?.name ?? '' },
    text: content.text,
    dropped_at: post.droppedAt,
    withheld_in_countries: post.withheldInCountries,
    reposts: counts.retweets,
    replies: counts.replies,
    likes: counts.likes,
    quotes: counts.quotes,
    media: content.media?.length ?? 0,
    version: postVersion(post),
  }
}

/** The posts with these ids, in the order of the ids, without unknown ids. */
export async function deskPosts({ store }: Pick<Services, 'store'>, ids: readonly bigint[]) {
  const posts = await findPosts(store, ids)
  const originals = [...posts.values()].flatMap(({ repostedId }) => repostedId ?? [])
  const authorIds = [...new Set([...posts.values()].map(({ authorId }) => authorId))]
  const [authors, shown] = await Promise.all([findUsers(store, authorIds), findPosts(store, originals)])
  return ids.flatMap((id) => {
    const post = posts.get(id)
    if (post === undefined) return []
    return [deskPost(post, authors.get(post.authorId), shown.get(post.repostedId ?? 0n))]
  })
}
