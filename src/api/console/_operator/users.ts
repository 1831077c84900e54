/** Users of the network, as the desk shows them. */
import { Type } from 'typebox'
import type { User } from '../../../domain/accounts/user.ts'
import { DEACTIVATED_RETENTION_MS, presenceOf } from '../../../domain/accounts/user-states.ts'
import { userVersion } from '../../../domain/moderation/versions.ts'

const NULLABLE_TIME = Type.Union([Type.Integer(), Type.Null()], { description: 'Unix milliseconds.' })

export const DESK_USER = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    name: Type.String(),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
    is_protected: Type.Boolean(),
    suspended_at: NULLABLE_TIME,
    deactivated_at: NULLABLE_TIME,
    erased_at: Type.Union([Type.Integer(), Type.Null()], {
      description:
        'Time when the posts of a deactivated user are erased. Afterwards, the user cannot be reactivated.',
    }),
    is_gone: Type.Boolean({ description: 'True when the posts of a deactivated user are erased.' }),
    withheld_in_countries: Type.Array(Type.String()),
    followers: Type.Integer(),
    following: Type.Integer(),
    posts: Type.Integer(),
    likes: Type.Integer(),
    version: Type.String({ description: 'Version of the state, for actions.' }),
  },
  { title: 'ConsoleDeskUser' },
)

/**
 * Renders an object of the schema {@link DESK_USER}.
 * @param now the time in milliseconds since the Unix epoch
 */
export function deskUser(user: User, now: number) {
  const { id, screenName, name, createdAt, isProtected, suspendedAt, deactivatedAt } = user
  return {
    id,
    username: screenName,
    name,
    created_at: createdAt,
    is_protected: isProtected,
    suspended_at: suspendedAt,
    deactivated_at: deactivatedAt,
    erased_at: deactivatedAt === null ? null : deactivatedAt + DEACTIVATED_RETENTION_MS,
    is_gone: presenceOf(user, now) === 'gone',
    withheld_in_countries: user.withheldInCountries,
    followers: user.followersCount,
    following: user.friendsCount,
    posts: user.statusesCount,
    likes: user.favouritesCount,
    version: userVersion(user),
  }
}
