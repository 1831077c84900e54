/**
 * Declares the fields of the v1.1 list object (spec/v1-streams-and-lists.md#list-object), in the order of recorded
 * responses.
 */
import { Type } from 'typebox'
import type { List } from '../../domain/lists/list.ts'
import { jsonNumber } from '../../lib/json.ts'
import { ObjectTable } from '../fields/object-table.ts'
import { v11Date } from './date.ts'
import { count, date, idTwins } from './scalars.ts'

export interface ListInput {
  readonly list: List
  readonly ownerScreenName: string
  /** True if the viewer follows the list. */
  readonly isFollowed: boolean
}

const TEXT = Type.String()
const { id, id_str } = idTwins('id', 'The list.')

/** All fields except `user`, the owner of the list. This field comes last. */
export const LIST_FIELDS = new ObjectTable<ListInput>([
  { name: 'id', schema: id, value: ({ list }) => jsonNumber(list.id) },
  { name: 'id_str', schema: id_str, value: ({ list }) => String(list.id) },
  { name: 'name', schema: TEXT, value: ({ list }) => list.name },
  { name: 'uri', schema: TEXT, value: ({ list, ownerScreenName }) => `/${ownerScreenName}/${list.slug}` },
  {
    name: 'subscriber_count',
    schema: count('Users who follow the list.'),
    value: ({ list }) => list.followerCount,
  },
  { name: 'member_count', schema: count('Members of the list.'), value: ({ list }) => list.memberCount },
  {
    name: 'mode',
    schema: Type.Union([Type.Literal('public'), Type.Literal('private')]),
    value: ({ list }) => (list.isPrivate ? 'private' : 'public'),
  },
  { name: 'description', schema: TEXT, value: ({ list }) => list.description },
  { name: 'slug', schema: TEXT, value: ({ list }) => list.slug },
  {
    name: 'full_name',
    schema: TEXT,
    value: ({ list, ownerScreenName }) => `@${ownerScreenName}/${list.slug}`,
  },
  {
    name: 'created_at',
    schema: date('Creation of the list.'),
    value: ({ list }) => v11Date(list.createdAt),
  },
  {
    name: 'following',
    schema: Type.Boolean({ description: 'True if the caller follows the list.' }),
    value: ({ isFollowed }) => isFollowed,
  },
])
