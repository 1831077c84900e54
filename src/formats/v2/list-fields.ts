/** Declares the fields of the API v2 list object (spec/v2.md#fields), in JSON order. To add a field, add it here. */
import type { TSchema } from 'typebox'
import { isoSecond } from '../../lib/time/iso-time.ts'
import { type MemberField, V2FieldTable } from './field-table.ts'
import { COUNT, FLAG, ID, TEXT, TIME } from './scalars.ts'

/** A list with its counts. */
export interface ShownList {
  readonly id: bigint
  readonly name: string
  /** Description of the list; empty if there is none. */
  readonly description: string
  readonly isPrivate: boolean
  readonly followerCount: number
  readonly memberCount: number
  readonly ownerId: bigint
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/** Inputs of the object. */
export interface ListInputs {
  readonly list: ShownList
}

/** The first day with lookups of lists. */
const LISTS_SINCE = '2021-11-15'

function own<const Name extends string>(
  name: Name,
  schema: TSchema,
  value: (list: ShownList) => unknown,
  more: Pick<MemberField<ListInputs, 'list', Name>, 'since' | 'until' | 'isDefault'> = {},
): MemberField<ListInputs, 'list', Name> {
  const since = more.isDefault === true ? {} : { since: LISTS_SINCE }
  return { name, from: 'list', schema, value, ...since, ...more }
}

const fields = [
  own('id', ID, ({ id }) => String(id), { isDefault: true }),
  own('name', TEXT, ({ name }) => name, { isDefault: true }),
  own('description', TEXT, ({ description }) => description),
  own('private', FLAG, ({ isPrivate }) => isPrivate),
  own('follower_count', COUNT, ({ followerCount }) => followerCount),
  own('member_count', COUNT, ({ memberCount }) => memberCount),
  own('owner_id', ID, ({ ownerId }) => String(ownerId)),
  own('created_at', TIME, ({ createdAt }) => isoSecond(createdAt)),
] as const

export const LIST_FIELDS = new V2FieldTable<ListInputs, (typeof fields)[number]['name']>(fields)
