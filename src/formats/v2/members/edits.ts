/** Renders the versions of a post in API v2 (spec/v2.md#later-members). */
import { EDIT_LIMITS, isEditable } from '../../../domain/posts/edit-limits.ts'
import type { Post } from '../../../domain/posts/post.ts'
import { isoSecond } from '../../../lib/time/iso-time.ts'
import { ObjectTable } from '../../fields/object-table.ts'
import { COUNT, FLAG, TIME } from '../scalars.ts'

/** Ids of all versions of a post, oldest first. For an imported post, these are the recorded ids. */
export function versionIdsOf({
  id,
  history,
  content,
}: Pick<Post, 'id' | 'history' | 'content'>): readonly string[] {
  if (history !== undefined) return history.ids.map(String)
  const recorded = content.kept?.['edit_history_tweet_ids']
  return isIdList(recorded) ? recorded : [String(id)]
}

function isIdList(value: unknown): value is readonly string[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > MAX_VERSIONS) return false
  return value.every((id) => typeof id === 'string' && /^[0-9]{1,19}$/.test(id))
}

const MAX_VERSIONS = EDIT_LIMITS.edits + 1

/** The field `edit_controls`. Its value does not change with time. */
export const EDIT_CONTROLS = new ObjectTable<Post>([
  {
    name: 'edits_remaining',
    schema: COUNT,
    value: (post) => Math.max(0, MAX_VERSIONS - versionIdsOf(post).length),
  },
  { name: 'is_edit_eligible', schema: FLAG, value: isEditable },
  {
    name: 'editable_until',
    schema: TIME,
    value: ({ createdAt, history }) =>
      isoSecond((history?.createdAt ?? createdAt) + EDIT_LIMITS.milliseconds),
  },
])
