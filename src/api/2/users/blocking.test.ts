/** Tests GET and POST 2/users/:id/blocking, DELETE 2/users/:source_user_id/blocking/:target_user_id over HTTP. */
import { relationActionSuite } from '../../../../test/support/v2-lookup/relation-actions.ts'

relationActionSuite({
  list: 'blocking',
  added: { blocking: true },
  removed: { blocking: false },
  oneself: "You can't block yourself.",
})
