/** Reads posts for the index in pieces. Each piece fits in one transaction, even if a post has very many words. */
import { isItemFailure } from '../db/errors.ts'
import type { Reader } from '../db/store.ts'
import type { WrittenPosts } from '../domain/posts/write/written-posts.ts'
import { type CodedPost, codedPost, SEARCH_READER } from '../domain/search/index-posts.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import type { FilterPost } from '../filter/post.ts'
import { type Failure, postItem } from '../log/failed-items.ts'
import { indexedPosts } from './indexed-posts.ts'

export interface PieceServices {
  readonly store: Reader
  readonly codec: WordCodec
  /** Posts that this process has written recently; they are not read from the database. */
  readonly written?: WrittenPosts
}

/** Number of posts in one read. */
const MAX_POSTS_PER_READ = 100

/**
 * Number of characters of codes that are computed in one turn of the event loop; this takes about 3 ms. The code of a
 * word has 8 characters including its space, and a post can have thousands of words.
 */
const MAX_CHARACTERS_PER_TURN = 50_000

/** Number of characters of codes in a piece. A piece of short posts has thousands of posts. */
const PIECE = 500_000

/** Called with a post whose data cannot be indexed. */
export type OnFailed = (id: bigint, error: unknown) => void

/**
 * The existing posts among the ids, in pieces. Posts whose data cannot be indexed are skipped.
 * @throws when `signal` is aborted; the check runs while posts are encoded
 */
export async function* codedPieces(
  { store, codec, written }: PieceServices,
  ids: readonly bigint[],
  signal: AbortSignal,
  onFailed: OnFailed,
): AsyncGenerator<readonly CodedPost[]> {
  let piece: CodedPost[] = []
  let length = 0
  let turn = 0
  for (let from = 0; from < ids.length; from += MAX_POSTS_PER_READ) {
    const posts = await readApart(store, ids.slice(from, from + MAX_POSTS_PER_READ), written, onFailed)
    for (const post of posts) {
      const coded = codedApart(codec, post, onFailed)
      if (coded === undefined) continue
      piece.push(coded)
      length += coded.words.length
      turn += coded.words.length
      if (turn >= MAX_CHARACTERS_PER_TURN) {
        await new Promise(setImmediate)
        signal.throwIfAborted()
        turn = 0
      }
      if (length >= PIECE) {
        yield piece
        piece = []
        length = 0
      }
    }
  }
  if (piece.length > 0) yield piece
}

/** Reads posts together. If the data of a post fails, the batch is divided in halves until this post is alone. */
async function readApart(
  store: Reader,
  ids: readonly bigint[],
  written: WrittenPosts | undefined,
  onFailed: OnFailed,
): Promise<readonly FilterPost[]> {
  try {
    return await indexedPosts(store, ids, written)
  } catch (error) {
    const [id] = ids
    if (id === undefined || !isItemFailure(error)) throw error
    if (ids.length > 1) {
      const half = ids.length >> 1
      const first = await readApart(store, ids.slice(0, half), written, onFailed)
      return [...first, ...(await readApart(store, ids.slice(half), written, onFailed))]
    }
    onFailed(id, error)
    return []
  }
}

function codedApart(codec: WordCodec, post: FilterPost, onFailed: OnFailed): CodedPost | undefined {
  try {
    return codedPost(codec, post)
  } catch (error) {
    if (!isItemFailure(error)) throw error
    onFailed(post.id, error)
    return undefined
  }
}

/** A post whose data cannot be indexed. */
export interface FailedPost extends Failure {
  readonly id: bigint
}

/** The failed item for a post. */
export function failureOf(id: bigint, error: unknown): FailedPost {
  return { reader: SEARCH_READER, item: postItem(id), error, id }
}
