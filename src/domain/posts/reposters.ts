/** Who reposted a post. */
import type { Reader } from '../../db/store.ts'
import { type IdPage, type IdPageInput, reposterIds } from '../graph/id-page.ts'

export interface RepostersInput extends Pick<IdPageInput, 'cursor' | 'count'> {
  /** The first version of the post. */
  readonly postId: bigint
}

/** A page of their ids, the newest repost first, as pages of followers are. */
export function repostersOf(reader: Reader, { postId, cursor, count }: RepostersInput): Promise<IdPage> {
  return reposterIds(reader, { userId: postId, cursor, count })
}
