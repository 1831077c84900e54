/** Posts as the index takes them, in pieces that one transaction may hold, whatever their words are. */
import type { Reader } from '../db/store.ts'
import type { WrittenPosts } from '../domain/posts/written-posts.ts'
import { type CodedPost, codedPost } from '../domain/search/index-posts.ts'
import type { WordCodec } from '../domain/search/word-codec.ts'
import { indexedPosts } from './indexed-posts.ts'

export interface PieceServices {
  readonly store: Reader
  readonly codec: WordCodec
  /** What this process has just written, which need not be read. */
  readonly written?: WrittenPosts
}

/** Posts that are read at once. */
const READ = 100

/** Characters of codes, 8 for a word, that are made in one turn of the event loop: some 3 ms. Posts may have thousands of words. */
const TURN = 50_000

/** Characters of codes of a piece. Of short posts it has thousands. */
const PIECE = 500_000

/**
 * Those of these posts that there are, in pieces.
 * @throws when `signal` is aborted, which is looked at once in a while
 */
export async function* codedPieces(
  { store, codec, written }: PieceServices,
  ids: readonly bigint[],
  signal: AbortSignal,
): AsyncGenerator<readonly CodedPost[]> {
  let piece: CodedPost[] = []
  let length = 0
  let turn = 0
  for (let from = 0; from < ids.length; from += READ) {
    for (const post of await indexedPosts(store, ids.slice(from, from + READ), written)) {
      const coded = codedPost(codec, post)
      piece.push(coded)
      length += coded.words.length
      turn += coded.words.length
      if (turn >= TURN) {
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
