/** Reads v1.1 user objects (spec/users.md#user-object). */
import type { ValueForm } from '../items.ts'
import { readUser } from '../user-object.ts'
import { countOf, isFields } from './list-items.ts'

export const V11_USER: ValueForm = {
  name: 'v1.1 user',
  kind: 'users',
  matches: (fields) => 'screen_name' in fields,
  items: (fields, note) => [
    { kind: 'user', user: readUser(fields, note) },
    ...countOf('not-kept', 'status of a user', isFields(fields['status']) ? 1 : 0),
  ],
}
