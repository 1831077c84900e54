/** Renders the v1.1 post object (spec/posts.md#post-object). post-fields.ts declares its fields. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Post } from '../../domain/posts/post.ts'
import type { ViewerMarks } from '../../domain/posts/read/viewer-marks.ts'
import { jsonNumber } from '../../lib/json.ts'
import { type Day, isOn } from '../fields/day.ts'
import { compatBody, type PostBody, type RepostedAuthor, repostBody, wholeBody } from './post-body.ts'
import type { PostRequest, Said, TextView } from './post-field-kinds.ts'
import { EXTENDED_SINCE, POST_FIELDS } from './post-fields.ts'
import { type UserView, userObject } from './user.ts'
import type { UserRelation } from './user-field-kinds.ts'

/** A post that the viewer may see, with the posts that it shows. */
export interface ShownPost {
  readonly post: Post
  readonly author: FullUser
  /** Relation between the viewer and the author; null for an app, and `self` if the viewer is the author. */
  readonly relation: UserRelation
  readonly marks: ViewerMarks
  /** The reposted post. If it is missing, the repost is not shown. */
  readonly original?: ShownPost | undefined
  /** The quoted post, if the viewer may see it. */
  readonly quoted?: ShownPost | undefined
}

/** Options of a request. */
export interface PostView extends PostRequest {
  /** True to render only the id of the author. */
  readonly trimUser: boolean
  /** True to leave out authors; the latest post inside a user object has no author. */
  readonly omitsUsers?: boolean
  readonly defaultPicture: string | null
}

/** A post in the form that a viewer sees. */
export function postObject(shown: ShownPost, view: PostView): Record<string, unknown> {
  const { post, original, quoted } = shown
  const said =
    original === undefined
      ? ownWords(post, view)
      : repostedWords(original.post, original.author, post.createdAt, view)
  return POST_FIELDS.object(
    { request: view, frame: post, said, viewer: (original ?? shown).marks },
    {
      user: view.omitsUsers === true ? undefined : authorObject(shown, view),
      retweeted_status: original && postObject(original, view),
      quoted_status: quoted && postObject(quoted, view),
    },
    view.day,
  )
}

function authorObject({ author, relation }: ShownPost, view: PostView): Record<string, unknown> {
  return view.trimUser ? trimmedUser(author.id) : userObject(author, userView(relation, view))
}

function userView(relation: UserRelation, { includeEntities, defaultPicture, day }: PostView): UserView {
  return { relation, includeEntities, defaultPicture, day }
}

/** The user object for `trim_user`; it has only the id. */
export function trimmedUser(id: bigint): Record<string, unknown> {
  return { id: jsonNumber(id), id_str: String(id) }
}

/** The text of a post that is not a repost. */
export function ownWords(post: Post, asked: TextView): Said {
  const view = textViewOf(asked)
  return { post, body: bodyOf(post, view), isRepost: false, view }
}

/**
 * The text of a repost; it is made from the text of the original.
 * @param postedAt time of the repost in milliseconds since the Unix epoch
 */
export function repostedWords(
  original: Post,
  author: RepostedAuthor,
  postedAt: number,
  asked: TextView,
): Said {
  const body = repostBody(original, author, postedAt)
  return { post: original, body, isRepost: true, view: textViewOf(asked) }
}

/** The text of a post that is not a repost. */
export function bodyOf(post: Post, { mode }: Pick<TextView, 'mode'>): PostBody {
  return mode === 'extended' ? wholeBody(post) : compatBody(post)
}

/** Options for the text. Before extended mode existed, `tweet_mode` was ignored. */
function textViewOf(view: TextView): TextView {
  return view.mode === 'compat' || hasExtendedMode(view.day) ? view : { ...view, mode: 'compat' }
}

/** True if the API of that day has the extended mode; in this mode, texts are not limited to 140 characters. */
export function hasExtendedMode(day: Day | undefined): boolean {
  return isOn({ since: EXTENDED_SINCE }, day)
}
