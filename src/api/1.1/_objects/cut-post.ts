/**
 * A post object rendered once for everybody: its text, cut where viewers differ.
 *
 *   {…,"in_reply_to_screen_name":…│"user":…│"geo":…│"retweeted_status":…│"is_quote_status":…│"quoted_status":…│
 *   head                           put in   placed  put in               quote              put in
 *   "retweet_count":…│"favorited":…│…,"lang":…│"current_user_retweet":…│"withheld_in_countries":…}
 *   counts            put in        tail       put in                   scopes
 *
 * What a repost says is its original's, and kept with that. Invariant: put together, it is the text of `postObject` for
 * the same view, byte for byte.
 */
import type { Post } from '../../../domain/posts/post.ts'
import { isOwnFile } from './media.ts'
import { geoFields } from './place.ts'
import {
  answerFields,
  bodyFields,
  bodyOf,
  countFields,
  identityFields,
  markFields,
  myRepostFields,
  type PostView,
  quoteFields,
  type ShownPost,
  scopeFields,
  type TextView,
  tailFields,
  trimmedUser,
} from './post.ts'
import { type PostBody, type RepostedAuthor, repostBody } from './post-body.ts'

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
  const scopes = membersOf(scopeFields(post))
  return {
    identity: flat(membersOf(identityFields(post))),
    answers: flat(membersOf(answerFields(post))),
    placed: flat(membersOf({ ...geoFields(post.geo), contributors: null })),
    scopes: scopes === '' ? '' : flat(`,${scopes}`),
  }
}

/** Renders what a post that reposts nothing says. */
export function cutBody(post: Post, view: TextView): CutBody {
  return cut(post, bodyOf(post, view), view, false)
}

/** Renders what a repost says. */
export function cutRepostBody(original: Post, author: RepostedAuthor, view: TextView): CutBody {
  return cut(original, repostBody(original, author), view, true)
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
  const mine = membersOf(myRepostFields(marks, view))
  return (
    `{${frame.identity},${said.body},${frame.answers},` +
    (user === undefined ? '' : `"user":${user},`) +
    `${frame.placed},` +
    (texts.original === undefined ? '' : `"retweeted_status":${texts.original},`) +
    `${said.quote},` +
    (texts.quoted === undefined ? '' : `"quoted_status":${texts.quoted},`) +
    `${said.counts},${membersOf(markFields(marks))},${said.tail}` +
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
    body: flat(membersOf(bodyFields(body, view))),
    quote: flat(membersOf(quoteFields(said))),
    counts: membersOf(countFields(said, isRepost)),
    tail: flat(membersOf(tailFields(said, view))),
  }
}

/** The members of an object as they stand between its braces. */
function membersOf(object: Record<string, unknown>): string {
  return JSON.stringify(object).slice(1, -1)
}

/** A text of its own: a piece of another keeps all of that alive. */
function flat(text: string): string {
  return Buffer.from(text).toString()
}
