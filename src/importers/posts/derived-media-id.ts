/** Makes ids for recorded media that have none. */
import { hash } from 'node:crypto'

/**
 * The id depends only on the post and the index, so that a second import of a file changes nothing.
 * @param index position of the medium in the post
 */
export function derivedMediaId(postId: bigint, index: number): string {
  const digest = BigInt(`0x${hash('sha256', `media of ${postId}/${index}`).slice(0, 16)}`)
  return String(BigInt.asUintN(62, digest) + 1n)
}
