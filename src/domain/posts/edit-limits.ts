/** Limits of edits by authors. */
import type { Post } from './post.ts'

/** Maximum number of edits, and the edit window from the first version on. */
export const EDIT_LIMITS = { edits: 5, milliseconds: 30 * 60_000 } as const

/** True for a post that can be edited within {@link EDIT_LIMITS}. */
export function isEditable({ repostedId }: Pick<Post, 'repostedId'>): boolean {
  return repostedId === null
}
