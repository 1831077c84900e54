/** Makes the file with the posts of the user, and the files of the media of these posts (spec/pages.md#archive). */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import { fileOfPost, parseFileName } from '../../domain/media/find-file.ts'
import { EDIT_LIMITS } from '../../domain/posts/edit-limits.ts'
import type { Post } from '../../domain/posts/post.ts'
import { everyPost, type WholePost } from '../../domain/posts/read/every-post.ts'
import { ownPostIds } from '../../domain/posts/read/own-post-ids.ts'
import { isPostWithheld, withheldPost } from '../../domain/posts/read/withheld-post.ts'
import { exportedPost } from '../v1-post.ts'
import { type ArchiveFile, lastPartOf, listFile } from './archive-file.ts'
import { type ArchiveSource, addressOf, blobFile, isOwn } from './archive-source.ts'

/** Number of ids that one statement reads. */
const ID_PAGE = 500

/** `tweets.js`: the posts of a user, oldest first. */
export function postsFile(source: ArchiveSource, userId: bigint): ArchiveFile {
  return listFile('tweets', async function* read() {
    for await (const posts of ownPosts(source, userId)) yield posts.map(elementOf)
  })
}

/** The media of these posts that are files of this server. */
export async function* postMediaFiles(source: ArchiveSource, userId: bigint): AsyncGenerator<ArchiveFile> {
  for await (const posts of ownPosts(source, userId)) {
    for (const { post } of posts) {
      for (const medium of post.content.media ?? []) {
        const address = addressOf(medium)
        const name = lastPartOf(address)
        const request = isOwn(address) ? parseFileName(name, 'large') : undefined
        const file = request === undefined ? undefined : await fileOfPost(source.store, request)
        if (file !== undefined) yield blobFile(source, `data/tweets_media/${post.id}-${name}`, file)
      }
    }
  }
}

/** The posts of the user. The list omits reposts of posts whose author is protected, suspended or deactivated. */
async function* ownPosts(
  { store, onUnreadable }: ArchiveSource,
  userId: bigint,
): AsyncGenerator<readonly WholePost[]> {
  const hides = (author: FullUser) => author.id !== userId && (author.isProtected || isHidden(author))
  const all = everyPost(store, {
    ...{ ids: idsOf(store, userId), hides },
    onUnreadable: (item, error) => onUnreadable('post', BigInt(item.replace('post ', '')), error),
  })
  for await (const posts of all) yield posts.map((whole) => asShown(whole, userId))
}

/**
 * The post, with a notice in place of each withheld post of another user (decision 0165). The posts of the owner of the
 * archive do not change.
 */
function asShown(whole: WholePost, userId: bigint): WholePost {
  const { post, author, original, newest, quoted } = whole
  if (author.id !== userId && isPostWithheld(post, author))
    return { post: withheldPost(post, author), author }
  if (original === undefined && quoted === undefined) return whole
  return {
    post,
    author,
    ...(original === undefined ? {} : { original: asShown(original, userId) }),
    ...(newest === undefined ? {} : { newest: asShown(newest, userId) }),
    ...(quoted === undefined ? {} : { quoted: asShown(quoted, userId) }),
  }
}

/**
 * The ids of the posts. Each page is a separate statement, because a slow download must not keep a transaction open.
 */
async function* idsOf(store: ArchiveSource['store'], userId: bigint): AsyncGenerator<readonly bigint[]> {
  let after = 0n
  for (;;) {
    const ids = await ownPostIds(store, { userId, after, count: ID_PAGE })
    const last = ids.at(-1)
    if (last === undefined) return
    yield ids
    after = last
  }
}

/**
 * A post as an element of the list. The element has no author, because the owner of the archive is the author of all
 * posts.
 */
function elementOf(whole: WholePost): object {
  const { user: _, ...post } = exportedPost(whole)
  return { tweet: { ...post, ...versionsOf(whole.post) } }
}

/** The field `edit_info` with the ids of all versions of an edited post (spec/archives.md#archive-edits). */
function versionsOf({ id, initialId, history }: Post): object {
  if (history === undefined) return {}
  const initial = {
    editTweetIds: history.ids.map(String),
    editableUntil: new Date(history.createdAt + EDIT_LIMITS.milliseconds).toISOString(),
    editsRemaining: String(Math.max(0, EDIT_LIMITS.edits + 1 - history.ids.length)),
    isEditEligible: true,
  }
  return {
    edit_info:
      id === initialId
        ? { initial }
        : { edit: { initialTweetId: String(initialId), editControlInitial: initial } },
  }
}
