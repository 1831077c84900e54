/** Reads v2 user objects of responses, and users that twarc2 flattened (spec/v2-objects.md#user). */
import { repaired } from '../../lib/repair.ts'
import type { ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { V2_USER as V2_USER_SCHEMA } from '../posts/v2-schema.ts'
import { v2User } from '../posts/v2-user.ts'
import { countOf } from './list-items.ts'

/** A v2 user. twarc2 adds the pinned post to a flattened user. */
export const V2_USER: ValueForm = {
  name: 'v2 user',
  kind: 'users',
  matches: (fields) => 'username' in fields && 'id' in fields,
  items: (fields, note) => [
    { kind: 'user', user: v2User(repaired(V2_USER_SCHEMA, fields, note) as Fields) },
    ...countOf('not-kept', 'pinned_tweet', 'pinned_tweet' in fields ? 1 : 0),
  ],
}
