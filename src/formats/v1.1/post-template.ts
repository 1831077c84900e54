/**
 * Renders the v1.1 post object as text. The frame (fields that do not depend on the text) and the words (fields that
 * depend on the text) are rendered once for each post. For each viewer, the frame and the words are joined with the
 * author, the reposted post and the quoted post. The words of a repost are cached together with its original.
 */
import type { Post } from '../../domain/posts/post.ts'
import type { ViewerMarks } from '../../domain/posts/read/viewer-marks.ts'
import type { Day } from '../fields/day.ts'
import type { Parts } from '../fields/template.ts'
import { isOwnFile } from './media.ts'
import { ownWords, repostedWords, trimmedUser } from './post.ts'
import type { RepostedAuthor } from './post-body.ts'
import type { PostRequest, TextView } from './post-field-kinds.ts'
import { POST_FIELDS } from './post-fields.ts'

/**
 * Renders the frame of a post: all fields that do not depend on its text. The result depends on the version of
 * `POST_FIELDS`.
 */
export function frameOf(post: Post, day?: Day): Parts {
  return POST_FIELDS.template(day).parts('frame', post)
}

/** Renders the words of a post that is not a repost. */
export function ownWordsText(post: Post, view: TextView): Parts {
  return POST_FIELDS.template(view.day).parts('said', ownWords(post, view))
}

/** Renders the words of a repost. @param postedAt time of the repost in milliseconds since the Unix epoch */
export function repostedWordsText(
  original: Post,
  author: RepostedAuthor,
  postedAt: number,
  view: TextView,
): Parts {
  return POST_FIELDS.template(view.day).parts('said', repostedWords(original, author, postedAt, view))
}

/** True when the words of a post contain URLs of this server; these URLs depend on the host that the client uses. */
export function hasOwnFiles({ content: { media = [] } }: Post): boolean {
  return media.some(
    ({ media_url, media_url_https, video_info }) =>
      isOwnFile(media_url_https) ||
      (media_url !== undefined && isOwnFile(media_url)) ||
      video_info?.variants?.some(({ url }) => isOwnFile(url)) === true,
  )
}

/** Texts from which a post is joined. */
export interface PostTexts {
  readonly frame: Parts
  readonly said: Parts
  /** Marks of the viewer, such as a like of the post; for a repost, marks on the original. */
  readonly marks: ViewerMarks
  /** The user object of the author; undefined when authors are left out. */
  readonly user: string | undefined
  /** The object of the reposted post. */
  readonly original: string | undefined
  readonly quoted: string | undefined
}

/** Makes a function that joins the posts of one request; the results equal those of `postObject`. */
export function postJoiner(request: PostRequest): (texts: PostTexts) => string {
  const template = POST_FIELDS.template(request.day)
  const join = template.joiner(request, ['frame', 'said', 'viewer'])
  return ({ frame, said, marks, user, original, quoted }) => {
    const nested = { user, retweeted_status: original, quoted_status: quoted }
    return join([frame, said, template.parts('viewer', marks)], nested)
  }
}

/** The user object for `trim_user`; it has only the id. */
export function trimmedUserText(id: bigint): string {
  return JSON.stringify(trimmedUser(id))
}
