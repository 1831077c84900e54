/**
 * Lists of likes show the newest version of an edited post. Authors edit within half an hour, so their versions are
 * found
 * near the likes; versions by an operator may be years later, and are few.
 */
import type { Migration } from '../migration.ts'

export const lateEdits: Migration = {
  name: '0019-late-edits',
  // An hour in ids: milliseconds above 22 bits. likesOf in src/domain/posts/read/timelines.ts has the same value.
  statements: () => [
    'create index post_states_late on post_states (latest_id) where latest_id - post_id > 15099494400000',
  ],
}
