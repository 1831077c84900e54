/** Limits for the edits that authors make to their posts. */
import type { Post } from './post.ts'

/** Maximum number of edits, and the time after the first version in which edits are allowed. */
export const EDIT_LIMITS = { edits: 5, milliseconds: 30 * 60_000 } as const

/** True for every post except a repost. The author of such a post can edit it within {@link EDIT_LIMITS}. */
export function isEditable({ repostedId }: Pick<Post, 'repostedId'>): boolean {
  return repostedId === null
}
