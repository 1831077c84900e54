/** Renders the user object of API v2 (spec/v2-objects.md#user), without data from other tables. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Day } from '../fields/day.ts'
import type { FieldSet } from './field-set.ts'
import { USER_FIELDS } from './user-fields.ts'

/**
 * A user with its fields that are not empty. The result does not depend on the viewer.
 * @param day day of the API; when undefined, the requested fields of every day are included
 */
export function userObject(user: FullUser, fields: FieldSet, day?: Day): Record<string, unknown> {
  return USER_FIELDS.members({ user }, fields, day)
}
