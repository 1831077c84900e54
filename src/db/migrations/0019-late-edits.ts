/**
 * Lists of likes show an edited post by its newest version. Versions of authors come within the half hour that an edit may
 * take, so that who looks finds them near the likes; those of an operator may come years later, and are few.
 */
import type { Migration } from '../migration.ts'

export const lateEdits: Migration = {
  name: '0019-late-edits',
  // An hour of ids: milliseconds above 22 bits. likesOf in src/domain/posts/read/timelines.ts says the same.
  statements: () => [
    'create index post_states_late on post_states (latest_id) where latest_id - post_id > 15099494400000',
  ],
}
