/**
 * Adds an index of posts that were edited late. Lists of likes show the newest version of a post. If this version is at
 * most an hour younger than the post, the range of ids finds it. An operator may edit a post years later, and this index
 * finds the few versions from such edits.
 */
import type { Migration } from '../migration.ts'

export const lateEdits: Migration = {
  name: '0019-late-edits',
  // One hour as a difference of ids, which have milliseconds above their lowest 22 bits. likesOf in
  // src/domain/posts/read/timelines.ts has the same value.
  statements: () => [
    'create index post_states_late on post_states (latest_id) where latest_id - post_id > 15099494400000',
  ],
}
