/** The user object of API v2 (spec/v2-objects.md#user), without its surroundings. */
import type { FullUser } from '../../domain/accounts/find-users.ts'
import type { Day } from '../fields/day.ts'
import type { FieldSet } from './field-set.ts'
import { USER_FIELDS } from './user-fields.ts'

/**
 * A user with those of the fields that are not empty. It depends on nothing but the user.
 * @param day whose API it is; all fields, when left out
 */
export function userObject(user: FullUser, fields: FieldSet, day?: Day): Record<string, unknown> {
  return USER_FIELDS.members({ user }, fields, day)
}
