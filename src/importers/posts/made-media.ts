/** Ids of media that a file tells of without any. */
import { hash } from 'node:crypto'

/** Always the same for the same medium of the same post, so that a file may be imported twice. @param index among its media */
export function madeMediumId(postId: bigint, index: number): string {
  const digest = BigInt(`0x${hash('sha256', `media of ${postId}/${index}`).slice(0, 16)}`)
  return String(BigInt.asUintN(62, digest) + 1n)
}
