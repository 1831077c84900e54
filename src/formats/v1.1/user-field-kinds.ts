/** The kinds of fields of the v1.1 user object (user-fields.ts). */
import { type TSchema, Type } from 'typebox'
import type { FullUser, UserColumn } from '../../domain/accounts/find-users.ts'
import { NO_PROFILE } from '../../domain/accounts/profile.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import type { DerivedField, TableInputs, Usual } from '../fields/field.ts'
import { nullable } from './scalars.ts'
import { hasUsualLooks } from './user-parts.ts'

/** The relation from the viewer to the user; null for an app, `self` for the user's own eyes. */
export type UserRelation = Relation | 'self' | null

/** The part of a request that is the same for all its users. */
export interface UserRequest {
  readonly includeEntities: boolean
  /** URL of the picture of users who have none; without it they have none here either. */
  readonly defaultPicture?: string | null | undefined
  /** Adds `profile_location`, which only users/show has. */
  readonly hasProfileLocation?: boolean
}

/** The inputs of the v1.1 user object. */
export interface UserInputs extends TableInputs {
  readonly request: UserRequest
  readonly user: FullUser
  readonly viewer: UserRelation
}

/** A field that depends on the user alone. */
export type UserField = DerivedField<UserInputs, 'user'> & { readonly stored?: UserColumn }

/** A user who has set nothing. */
export const SAMPLE_USER: FullUser = {
  ...{ id: 0n, screenName: '', name: '', createdAt: 0, isProtected: false, suspendedAt: null },
  ...{ deactivatedAt: null, withheldInCountries: [], profile: NO_PROFILE },
  ...{ followersCount: 0, friendsCount: 0, statusesCount: 0, favouritesCount: 0 },
}

/** @param column that the value is read from */
export function stored(
  name: string,
  column: UserColumn,
  schema: TSchema,
  value: UserField['value'],
): UserField {
  return { name, from: 'user', stored: column, schema, value }
}

/** Most users have set nothing of their looks. */
export const USUAL_LOOKS: Usual<FullUser> = {
  when: ({ profile }) => hasUsualLooks(profile),
  sample: SAMPLE_USER,
}

/** A field of the looks. @param usual the value for users who have not set it */
export function look(name: string, schema: TSchema, usual: string | boolean | null): UserField {
  const value: UserField['value'] = ({ profile: { appearance } }) => {
    const { [name]: own = usual } = appearance
    return own
  }
  return { ...stored(name, 'profiles.appearance', schema, value), usual: USUAL_LOOKS }
}

/** A field of the picture, which the server's default stands in for. */
export function picture(name: string, column: UserColumn, value: UserField['value']): UserField {
  return {
    ...stored(name, column, nullable(Type.String()), value),
    usual: USUAL_LOOKS,
    otherwise: ({ defaultPicture = null }) => defaultPicture,
  }
}

/** A relation from the viewer to the user. Apps have null, and the user itself false. */
export function connection(
  name: string,
  schema: TSchema,
  key: keyof Relation,
): DerivedField<UserInputs, 'viewer'> {
  const value = (relation: UserRelation) => (relation === null ? null : relation !== 'self' && relation[key])
  return { name, from: 'viewer', schema: nullable(schema), value }
}

/** First recording of the fields below; the day is not known. */
const MARKS_SINCE = '2016-11-01'

/** A mark that apps and the user itself do not have. @param key of the relation; without one it is always false */
export function mark(
  name: string,
  schema: TSchema,
  key?: keyof Relation,
): DerivedField<UserInputs, 'viewer'> {
  const value = (relation: UserRelation) => {
    if (relation === null || relation === 'self') return undefined
    return key !== undefined && relation[key]
  }
  return { name, from: 'viewer', schema: Type.Optional(schema), value, since: MARKS_SINCE }
}
