/** Pages of the reposts of a post. */
import type { Reader } from '../../../db/store.ts'
import { type IdPage, type IdPageInput, repostIds } from '../../graph/id-page.ts'

export interface RepostPageInput extends Pick<IdPageInput, 'cursor' | 'count'> {
  /** The first version of the post. */
  readonly postId: bigint
}

/**
 * A page of their ids, the newest first, as pages of followers are. Which of them a viewer sees is for its reader to ask
 * (visibility.ts).
 */
export function repostPage(reader: Reader, { postId, cursor, count }: RepostPageInput): Promise<IdPage> {
  return repostIds(reader, { userId: postId, cursor, count })
}
