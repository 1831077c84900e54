/**
 * The v1.1 post object (spec/followers.md section 3), keys in the recorded order. What is sent is put together from
 * texts that are kept (cut-post.ts); this is what they must come to.
 */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Post } from '../../domain/posts/post.ts'
import type { ViewerMarks } from '../../domain/posts/read/viewer-marks.ts'
import { jsonNumber } from '../../lib/json.ts'
import { v11Date } from './date.ts'
import { entityFields } from './entities.ts'
import { geoFields } from './place.ts'
import { compatBody, type PostBody, repostBody, wholeBody } from './post-body.ts'
import { sourceAnchor } from './source.ts'
import { type UserView, userObject } from './user.ts'
import type { UserRelation } from './user-field-kinds.ts'

/** A post that a viewer may see, and what is shown with it. */
export interface ShownPost {
  readonly post: Post
  readonly author: FullUser
  /** What stands between the viewer and the author; null for an app, `self` for the author's own eyes. */
  readonly relation: UserRelation
  readonly marks: ViewerMarks
  /** What it reposts. A repost without it is not shown to anybody. */
  readonly original?: ShownPost | undefined
  /** What it quotes, unless the viewer may not see that. */
  readonly quoted?: ShownPost | undefined
}

/** What a request asks for. */
export interface PostView {
  /** `compat`: as clients knew posts that know no more than 140 characters. */
  readonly mode: 'compat' | 'extended'
  readonly includeEntities: boolean
  readonly includeAltText: boolean
  readonly includeCardUri: boolean
  /** Whether the viewer's own repost is named. */
  readonly includeMyRepost: boolean
  /** Whether of the author there is the id alone. */
  readonly trimUser: boolean
  /** Whether there are no authors at all, as in the latest post of a user. */
  readonly omitsUsers?: boolean
  /** Scheme and host of this server as the client sees it. */
  readonly origin: string
  readonly defaultPicture: string | null
}

/** Of {@link PostView}, what the text of a post alone depends on. */
export type TextView = Pick<
  PostView,
  'mode' | 'includeEntities' | 'includeAltText' | 'includeCardUri' | 'origin'
>

/** A post as somebody sees it. */
export function postObject(shown: ShownPost, view: PostView): Record<string, unknown> {
  const { post, original, quoted, marks } = shown
  // A repost says what its original says.
  const said = original?.post ?? post
  const body = original === undefined ? bodyOf(post, view) : repostBody(said, original.author, post.createdAt)
  return {
    ...identityFields(post),
    ...bodyFields(body, view),
    ...answerFields(post),
    ...authorFields(shown, view),
    ...geoFields(post.geo),
    contributors: null,
    ...(original === undefined ? {} : { retweeted_status: postObject(original, view) }),
    ...quoteFields(said),
    ...(quoted === undefined ? {} : { quoted_status: postObject(quoted, view) }),
    ...countFields(said, original !== undefined),
    ...markFields((original ?? shown).marks),
    ...tailFields(said, view),
    ...myRepostFields(original?.marks ?? marks, view),
    ...scopeFields(post),
  }
}

function authorFields(shown: ShownPost, view: PostView): Record<string, unknown> {
  if (view.omitsUsers === true) return {}
  return {
    user: view.trimUser ? trimmedUser(shown.author.id) : userObject(shown.author, userView(shown, view)),
  }
}

/** The text of a post that reposts nothing. */
export function bodyOf(post: Post, { mode }: Pick<PostView, 'mode'>): PostBody {
  return mode === 'extended' ? wholeBody(post) : compatBody(post)
}

/** How the author of a post is seen. */
export function userView({ relation }: Pick<ShownPost, 'relation'>, view: PostView): UserView {
  const { includeEntities, defaultPicture } = view
  return { relation, includeEntities, defaultPicture }
}

export function trimmedUser(id: bigint): Record<string, unknown> {
  return { id: jsonNumber(id), id_str: String(id) }
}

function identityFields({ id, createdAt }: Post): Record<string, unknown> {
  return { created_at: v11Date(createdAt), id: jsonNumber(id), id_str: String(id) }
}

export function bodyFields(body: PostBody, view: TextView): Record<string, unknown> {
  const { text, isTruncated: truncated, range } = body
  return {
    ...(view.mode === 'extended'
      ? { full_text: text, truncated, display_text_range: range }
      : { text, truncated }),
    ...(view.includeEntities ? entityFields(body, view) : {}),
  }
}

/** With what it was written, and what it answers. */
export function answerFields({
  content,
  inReplyToPostId,
  inReplyToUserId,
}: Pick<Post, 'content' | 'inReplyToPostId' | 'inReplyToUserId'>): Record<string, unknown> {
  return {
    source: sourceAnchor(content.source),
    ...idTwins('in_reply_to_status_id', inReplyToPostId),
    ...idTwins('in_reply_to_user_id', inReplyToUserId),
    in_reply_to_screen_name: inReplyToUserId === null ? null : (content.in_reply_to_screen_name ?? null),
  }
}

/** The quoted post is named even when it is not shown. */
export function quoteFields({
  quotedId,
  content,
}: Pick<Post, 'quotedId' | 'content'>): Record<string, unknown> {
  if (quotedId === null) return { is_quote_status: false }
  const { quoted_status_permalink: permalink } = content
  return {
    is_quote_status: true,
    ...idTwins('quoted_status_id', quotedId),
    ...(permalink === undefined
      ? {}
      : {
          quoted_status_permalink: {
            url: permalink.url,
            expanded: permalink.expanded,
            display: permalink.display,
          },
        }),
  }
}

/** A repost is reposted as often as its original, and nobody likes it, as recorded. */
function countFields({ counts }: Post, isRepost: boolean): Record<string, unknown> {
  return { retweet_count: counts.retweets, favorite_count: isRepost ? 0 : counts.likes }
}

function markFields({ liked, reposted }: ViewerMarks): Record<string, unknown> {
  return { favorited: liked, retweeted: reposted !== null }
}

/**
 * Whether a post is sensitive is told of those that lead somewhere. The link to the rest of a post that was cut leads
 * nowhere else; of what an import told cut, nobody knows the rest.
 */
export function tailFields({ content }: Post, view: TextView): Record<string, unknown> {
  const { urls = [], media = [], possibly_sensitive: isSensitive, kept, card_uri: card } = content
  const leads = kept?.['truncated'] === true ? isSensitive !== undefined : urls.length + media.length > 0
  return {
    ...(leads ? { possibly_sensitive: isSensitive ?? false, possibly_sensitive_appealable: false } : {}),
    lang: content.lang ?? 'und',
    ...(view.includeCardUri && card !== undefined ? { card_uri: card } : {}),
  }
}

export function myRepostFields(
  { reposted }: ViewerMarks,
  { includeMyRepost }: Pick<PostView, 'includeMyRepost'>,
): Record<string, unknown> {
  return includeMyRepost && reposted !== null ? { current_user_retweet: trimmedUser(reposted) } : {}
}

/** To whom it is shown, and where it is not. */
export function scopeFields({ content, withheldInCountries }: Post): Record<string, unknown> {
  const { scopes, withheld_copyright: isCopied } = content.kept ?? {}
  return {
    ...(scopes === undefined ? {} : { scopes }),
    ...(isCopied === true ? { withheld_copyright: true } : {}),
    ...(withheldInCountries.length === 0
      ? {}
      : { withheld_in_countries: withheldInCountries, withheld_scope: 'status' }),
  }
}

function idTwins(name: string, id: bigint | null): Record<string, unknown> {
  return { [name]: id === null ? null : jsonNumber(id), [`${name}_str`]: id === null ? null : String(id) }
}
