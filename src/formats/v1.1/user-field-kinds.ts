/** Defines the kinds of fields of the v1.1 user object (user-fields.ts). */
import { type TSchema, Type } from 'typebox'
import type { FullUser, UserColumn } from '../../domain/accounts/find-users.ts'
import { NO_PROFILE } from '../../domain/accounts/profile.ts'
import { NEW_USER } from '../../domain/accounts/user.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import type { DerivedField, TableInputs, Usual } from '../fields/field.ts'
import { nullable } from './scalars.ts'
import { hasUsualLooks } from './user-parts.ts'

/** Relation of the viewer to the user; null for an app, and `self` if the viewer is the user. */
export type UserRelation = Relation | 'self' | null

/** The options of a request that are the same for all its users. */
export interface UserRequest {
  readonly includeEntities: boolean
  /** URL of the default picture. If it is missing, users without a picture have no picture URL. */
  readonly defaultPicture?: string | null | undefined
  /** True to add `profile_location`; only the response of users/show has this field. */
  readonly hasProfileLocation?: boolean
}

/** Inputs of the v1.1 user object. */
export interface UserInputs extends TableInputs {
  readonly request: UserRequest
  readonly user: FullUser
  readonly viewer: UserRelation
}

/** A field that depends only on the user. */
export type UserField = DerivedField<UserInputs, 'user'> & { readonly stored?: UserColumn }

/** A user with the default settings, as an example. */
export const SAMPLE_USER: FullUser = {
  ...NEW_USER,
  id: 0n,
  screenName: '',
  name: '',
  createdAt: 0,
  profile: NO_PROFILE,
}

/** A field with the value of a database column. */
export function stored(
  name: string,
  column: UserColumn,
  schema: TSchema,
  value: UserField['value'],
): UserField {
  return { name, from: 'user', stored: column, schema, value }
}

/** The condition of the default appearance; most users have this appearance. */
export const USUAL_LOOKS: Usual<FullUser> = {
  when: ({ profile }) => hasUsualLooks(profile),
  sample: SAMPLE_USER,
}

/** A field of the appearance. @param usual the default value */
export function look(name: string, schema: TSchema, usual: string | boolean | null): UserField {
  const value: UserField['value'] = ({ profile: { appearance } }) => {
    const { [name]: own = usual } = appearance
    return own
  }
  return { ...stored(name, 'profiles.appearance', schema, value), usual: USUAL_LOOKS }
}

/** A field with the URL of the user's picture; a user without a picture has the server's default picture. */
export function picture(name: string, column: UserColumn, value: UserField['value']): UserField {
  return {
    ...stored(name, column, nullable(Type.String()), value),
    usual: USUAL_LOOKS,
    otherwise: ({ defaultPicture = null }) => defaultPicture,
  }
}

/** A relation of the viewer to the user; null for an app, and false if the viewer is the user. */
export function connection(
  name: string,
  schema: TSchema,
  key: keyof Relation,
): DerivedField<UserInputs, 'viewer'> {
  const value = (relation: UserRelation) => (relation === null ? null : relation !== 'self' && relation[key])
  return { name, from: 'viewer', schema: nullable(schema), value }
}

/** Day of the first recording with the fields that {@link mark} makes; the exact day is unknown. */
const MARKS_SINCE = '2016-11-01'

/**
 * A field that is missing in responses to apps and to the user itself.
 * @param key field of the relation; if undefined, the value is always false
 */
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
