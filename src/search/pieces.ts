/** Reads posts for the index in pieces that fit one transaction, however many words they have. */
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
  /** Posts that this process wrote recently, read from memory. */
  readonly written?: WrittenPosts
}

/** Posts per read. */
const MAX_POSTS_PER_READ = 100

/**
 * Characters of codes that are made in one turn of the event loop, in about 3 ms. A word has 8 characters, and a post
 * may have thousands of words.
 */
const MAX_CHARACTERS_PER_TURN = 50_000

/** Characters of codes per piece; a piece of short posts has thousands of posts. */
const PIECE = 500_000

/** Called with a post that cannot be indexed because of its own data. */
export type OnFailed = (id: bigint, error: unknown) => void

/**
 * The existing posts among the ids, in pieces. Posts whose own data fails are skipped.
 * @throws when `signal` is aborted; checked between pieces
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

/** Reads posts together. If the data of one post fails, it reads halves until that post is alone. */
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

/** A post that cannot be indexed because of its own data. */
export interface FailedPost extends Failure {
  readonly id: bigint
}

/** The failed item of a post. */
export function failureOf(id: bigint, error: unknown): FailedPost {
  return { reader: SEARCH_READER, item: postItem(id), error, id }
}
