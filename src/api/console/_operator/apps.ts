/** Apps of all owners, as the desk shows them: without secrets (spec/console.md#apps-at-the-desk). */
import { Type } from 'typebox'
import { APP_LEVELS, LIMITS_OF_LEVEL } from '../../../domain/apps/levels.ts'
import type { ListedApp } from '../../../domain/apps/list-apps.ts'

export const APP_PERMISSIONS = Type.Enum(['read', 'read-write', 'read-write-directmessages'])

export const LEVEL = Type.Enum([...APP_LEVELS], { description: 'Decides the limits in API v2.' })

export const DESK_APP = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    owner: Type.Object({ id: Type.String(), username: Type.String() }),
    permissions: APP_PERMISSIONS,
    level: LEVEL,
    may_read_email: Type.Boolean(),
    suspended_at: Type.Union([Type.Integer(), Type.Null()], { description: 'Unix milliseconds.' }),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
  },
  { title: 'ConsoleDeskApp' },
)

/** Renders an object of the schema {@link DESK_APP}. */
export function deskApp({ app, owner }: ListedApp) {
  const { id, name, ownerId, permissions, level, mayReadEmail, suspendedAt, createdAt } = app
  return {
    ...{ id, name, owner: { id: ownerId, username: owner }, permissions, level },
    ...{ may_read_email: mayReadEmail, suspended_at: suspendedAt, created_at: createdAt },
  }
}

export const APP_LIMITS = Type.Object({
  rules: Type.Integer(),
  rule_length: Type.Integer(),
  query_length: Type.Integer(),
  posts_per_month: Type.Integer(),
  streams: Type.Integer(),
  posts_per_second: Type.Integer(),
})

/** Renders an object of the schema {@link APP_LIMITS}. */
export function appLimits(level: (typeof APP_LEVELS)[number]) {
  const { rules, ruleLength, queryLength, postsPerMonth, streams, postsPerSecond } = LIMITS_OF_LEVEL[level]
  return {
    ...{ rules, rule_length: ruleLength, query_length: queryLength, posts_per_month: postsPerMonth },
    ...{ streams, posts_per_second: postsPerSecond },
  }
}
