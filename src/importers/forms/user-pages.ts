/**
 * Reads lists of users: v1.1 pages of users and of ids, and the `includes` that academictwitteR stores in `users_<id>.json`
 * (spec/data-files.md#user-files).
 */
import type { ValueForm } from '../items.ts'
import { type Fields, InvalidItem } from '../json-fields.ts'
import { v2Answer } from '../posts/v2-object.ts'
import { isFields, itemsOfList } from './list-items.ts'
import { V2_USER } from './v2-user.ts'
import { V11_USER } from './v11-user.ts'

export const USER_LIST: ValueForm = {
  name: 'page of users',
  kind: 'users',
  matches: (fields) => Array.isArray(fields['users']),
  items: (fields, note) => {
    const users = itemsOfList(fields['users'] as readonly unknown[], [V11_USER, V2_USER], note)
    if (!Array.isArray(fields['tweets'])) return users
    const { faults = [], ...bundle } = v2Answer({ data: fields['tweets'], includes: fields }, note)
    return [...users, { kind: 'posts', bundle: { ...bundle, faults } }]
  },
}

/** True for a page of ids; such a page does not contain the user of its list. */
export function isIdPage(value: unknown): boolean {
  return isFields(value) && hasIds(value)
}

function hasIds({ ids, next_cursor: cursor }: Fields): boolean {
  return Array.isArray(ids) && cursor !== undefined
}

/** A page of ids that cannot be imported, because no option names the user of its list. */
export const ID_PAGE: ValueForm = {
  name: 'page of ids',
  kind: 'follows',
  matches: hasIds,
  items: () => {
    throw new InvalidItem(
      'a page of ids of users that does not name whose: add --of ID --kind followers (they follow that user) or --kind following',
    )
  },
}
