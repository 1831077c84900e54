/** Tests GET and POST 2/users/:id/muting, DELETE 2/users/:source_user_id/muting/:target_user_id over HTTP. */
import { relationActionSuite } from '../../../../test/support/v2-lookup/relation-actions.ts'

relationActionSuite({
  list: 'muting',
  added: { muting: true },
  removed: { muting: false },
  oneself: "You can't mute yourself.",
})
