/**
 * A post object rendered once for everybody: its text, cut where viewers differ.
 *
 *   {…,"in_reply_to_screen_name":…│"user":…│"geo":…│"retweeted_status":…│"is_quote_status":…│"quoted_status":…│
 *   head                           put in   placed  put in               quote              put in
 *   "retweet_count":…│"favorited":…│…,"lang":…│"current_user_retweet":…│"withheld_in_countries":…}
 *   counts            put in        tail       put in                   scopes
 *
 * What a repost says is its original's, and kept with that. Invariant: put together, it is the text of `postObject` for
 * the same view, byte for byte. Most posts answer and quote nothing, lead nowhere and were written anywhere: what they say of
 * that is always the same text, and an object that is made only to be written costs more than all the rest.
 */
import type { Post } from '../../domain/posts/post.ts'
import { v11Date } from './date.ts'
import { entityFields } from './entities.ts'
import { isOwnFile } from './media.ts'
import { geoFields } from './place.ts'
import {
  answerFields,
  bodyFields,
  bodyOf,
  myRepostFields,
  type PostView,
  quoteFields,
  type ShownPost,
  scopeFields,
  type TextView,
  tailFields,
  trimmedUser,
} from './post.ts'
import { type PostBody, type RepostedAuthor, repostBody, wholeBody } from './post-body.ts'
import { sourceAnchor } from './source.ts'

/** What is a post's own, whatever it says. */
export interface CutFrame {
  readonly identity: string
  readonly answers: string
  readonly placed: string
  /** Begins with a comma, or is empty. */
  readonly scopes: string
}

/** What a post says, or a repost for its original. */
export interface CutBody {
  readonly body: string
  readonly quote: string
  readonly counts: string
  readonly tail: string
}

/** Renders what is a post's own. */
export function cutFrame(post: Post): CutFrame {
  return {
    identity: identityText(post),
    answers: answersText(post),
    placed: post.geo === undefined ? NOWHERE : membersOf({ ...geoFields(post.geo), contributors: null }),
    scopes: scopesText(post),
  }
}

/** Renders what a post that reposts nothing says. */
export function cutBody(post: Post, view: TextView): CutBody {
  return cut(post, bodyOf(post, view), view, false)
}

/** Renders what a repost says. @param postedAt of the repost, in milliseconds since the Unix epoch */
export function cutRepostBody(
  original: Post,
  author: RepostedAuthor,
  postedAt: number,
  view: TextView,
): CutBody {
  return cut(original, repostBody(original, author, postedAt), view, true)
}

/** Whether what a post says depends on how the client sees this server. */
export function hasOwnFiles({ content: { media = [] } }: Post): boolean {
  return media.some(
    ({ media_url, media_url_https, video_info }) =>
      isOwnFile(media_url_https) ||
      (media_url !== undefined && isOwnFile(media_url)) ||
      video_info?.variants?.some(({ url }) => isOwnFile(url)) === true,
  )
}

/** The texts of which a post is put together. */
export interface PostTexts {
  readonly frame: CutFrame
  readonly said: CutBody
  /** The user object; undefined where there is none. */
  readonly user: string | undefined
  /** The object of what is reposted. */
  readonly original: string | undefined
  readonly quoted: string | undefined
}

/** Puts a post together for one viewer. Of a repost the marks are its original's. */
export function splicePost(
  { marks }: Pick<ShownPost, 'marks'>,
  view: Pick<PostView, 'includeMyRepost'>,
  texts: PostTexts,
): string {
  const { frame, said, user } = texts
  const mine = view.includeMyRepost ? membersOf(myRepostFields(marks, view)) : ''
  return (
    `{${frame.identity},${said.body},${frame.answers},` +
    (user === undefined ? '' : `"user":${user},`) +
    `${frame.placed},` +
    (texts.original === undefined ? '' : `"retweeted_status":${texts.original},`) +
    `${said.quote},` +
    (texts.quoted === undefined ? '' : `"quoted_status":${texts.quoted},`) +
    `${said.counts},${marksText(marks)},${said.tail}` +
    (mine === '' ? '' : `,${mine}`) +
    `${frame.scopes}}`
  )
}

/** The user object of `trim_user`. */
export function trimmedUserText(id: bigint): string {
  return JSON.stringify(trimmedUser(id))
}

function cut(said: Post, body: PostBody, view: TextView, isRepost: boolean): CutBody {
  return {
    body: bodyText(body, view),
    quote: said.quotedId === null ? UNQUOTING : membersOf(quoteFields(said)),
    counts: countsText(said, isRepost),
    tail: membersOf(tailFields(said, view)),
  }
}

function identityText({ id, createdAt }: Post): string {
  return `"created_at":"${v11Date(createdAt)}","id":${id},"id_str":"${id}"`
}

function answersText(post: Post): string {
  const { content, inReplyToPostId, inReplyToUserId } = post
  if (inReplyToPostId !== null || inReplyToUserId !== null) return membersOf(answerFields(post))
  return `"source":${JSON.stringify(sourceAnchor(content.source))},${UNANSWERING}`
}

function scopesText(post: Post): string {
  const fields = scopeFields(post)
  return Object.keys(fields).length === 0 ? '' : `,${membersOf(fields)}`
}

function bodyText(body: PostBody, view: TextView): string {
  const { text, isTruncated, hashtags, symbols, mentions, urls, media } = body
  const entities = hashtags.length + symbols.length + mentions.length + urls.length + media.length
  if (view.mode === 'extended' || entities > 0) return membersOf(bodyFields(body, view))
  return `"text":${JSON.stringify(text)},"truncated":${isTruncated}${view.includeEntities ? NO_ENTITIES : ''}`
}

function countsText({ counts }: Post, isRepost: boolean): string {
  return `"retweet_count":${counts.retweets},"favorite_count":${isRepost ? 0 : counts.likes}`
}

function marksText({ liked, reposted }: ShownPost['marks']): string {
  return `"favorited":${liked},"retweeted":${reposted !== null}`
}

/** The members of an object as they stand between its braces: for V8 a view of a text that is two characters longer. */
function membersOf(object: Record<string, unknown>): string {
  return JSON.stringify(object).slice(1, -1)
}

const NOTHING = {
  id: 0n,
  content: { text: '' },
  inReplyToPostId: null,
  inReplyToUserId: null,
  quotedId: null,
}
const NO_SOURCE = '"source":"",'

const NOWHERE = membersOf({ ...geoFields(undefined), contributors: null })
const UNQUOTING = membersOf(quoteFields(NOTHING))
const UNANSWERING = membersOf(answerFields(NOTHING)).slice(NO_SOURCE.length)
const NO_ENTITIES = `,${membersOf(entityFields(wholeBody(NOTHING), { includeAltText: false, origin: '' }))}`
