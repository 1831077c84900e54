/**
 * Reads lists of users: v1.1 pages, and the `includes` that academictwitteR stores in `users_<id>.json`
 * (spec/data-files.md#user-files).
 */
import type { ValueForm } from '../items.ts'
import { v2Answer } from '../posts/v2-object.ts'
import { itemsOfList } from './list-items.ts'
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
