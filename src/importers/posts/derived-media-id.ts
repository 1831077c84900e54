/** Ids for recorded media without an id. */
import { hash } from 'node:crypto'

/** The id depends on post and index only, so that importing a file twice changes nothing. @param index of the medium in the post */
export function derivedMediaId(postId: bigint, index: number): string {
  const digest = BigInt(`0x${hash('sha256', `media of ${postId}/${index}`).slice(0, 16)}`)
  return String(BigInt.asUintN(62, digest) + 1n)
}
