/** Kinds of fields of the v1.1 user object (user-fields.ts). */
import { type TSchema, Type } from 'typebox'
import type { FullUser, UserColumn } from '../../domain/accounts/find-users.ts'
import { NO_PROFILE } from '../../domain/accounts/profile.ts'
import { NEW_USER } from '../../domain/accounts/user.ts'
import type { Relation } from '../../domain/graph/relations.ts'
import type { DerivedField, TableInputs, Usual } from '../fields/field.ts'
import { nullable } from './scalars.ts'
import { hasUsualLooks } from './user-parts.ts'

/** Relation from the viewer to the user; null for an app, `self` for the user. */
export type UserRelation = Relation | 'self' | null

/** The part of a request that is equal for all its users. */
export interface UserRequest {
  readonly includeEntities: boolean
  /** URL of the default picture; without one, users without a picture have none. */
  readonly defaultPicture?: string | null | undefined
  /** Adds `profile_location`, which only users/show has. */
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

/** A user with default settings. */
export const SAMPLE_USER: FullUser = {
  ...NEW_USER,
  id: 0n,
  screenName: '',
  name: '',
  createdAt: 0,
  profile: NO_PROFILE,
}

/** @param column source column */
export function stored(
  name: string,
  column: UserColumn,
  schema: TSchema,
  value: UserField['value'],
): UserField {
  return { name, from: 'user', stored: column, schema, value }
}

/** Most users have the default appearance. */
export const USUAL_LOOKS: Usual<FullUser> = {
  when: ({ profile }) => hasUsualLooks(profile),
  sample: SAMPLE_USER,
}

/** A field of the appearance. @param usual default value */
export function look(name: string, schema: TSchema, usual: string | boolean | null): UserField {
  const value: UserField['value'] = ({ profile: { appearance } }) => {
    const { [name]: own = usual } = appearance
    return own
  }
  return { ...stored(name, 'profiles.appearance', schema, value), usual: USUAL_LOOKS }
}

/** A field of the picture, with the server's default picture as fallback. */
export function picture(name: string, column: UserColumn, value: UserField['value']): UserField {
  return {
    ...stored(name, column, nullable(Type.String()), value),
    usual: USUAL_LOOKS,
    otherwise: ({ defaultPicture = null }) => defaultPicture,
  }
}

/** A relation from the viewer to the user; null for apps, false for the user. */
export function connection(
  name: string,
  schema: TSchema,
  key: keyof Relation,
): DerivedField<UserInputs, 'viewer'> {
  const value = (relation: UserRelation) => (relation === null ? null : relation !== 'self' && relation[key])
  return { name, from: 'viewer', schema: nullable(schema), value }
}

/** First recording of the fields below; the exact day is unknown. */
const MARKS_SINCE = '2016-11-01'

/** A mark that apps and the user do not have. @param key member of the relation; without one always false */
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
