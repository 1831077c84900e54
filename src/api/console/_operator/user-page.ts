/** The page of a user at the desk (spec/console.md#moderation-at-the-desk). */
import { Type } from 'typebox'
import { findEmail } from '../../../domain/accounts/find-email.ts'
import { requireUser } from '../../../domain/accounts/user.ts'
import { findAppsOf } from '../../../domain/apps/app.ts'
import { reachOfUser } from '../../../domain/moderation/desk-reads.ts'
import type { Services } from '../../_services.ts'
import { AUDIT_ENTRY } from './audit.ts'
import { userHistory } from './moderation.ts'
import { DESK_USER, deskUser } from './users.ts'

export const USER_PAGE = Type.Object({
  user: DESK_USER,
  reach: Type.Object({
    apps: Type.Integer(),
    tokens: Type.Integer({ description: 'Tokens of the user, for any app.' }),
    subscriptions: Type.Integer({ description: 'Subscriptions of webhooks to the user.' }),
    streams: Type.Integer({ description: 'Compliance streams of all accounts.' }),
  }),
  apps: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      permissions: Type.String(),
      is_suspended: Type.Boolean(),
    }),
  ),
  can_sign_in: Type.Boolean({ description: 'True for a user with an e-mail address and a password.' }),
  history: Type.Array(AUDIT_ENTRY, {
    description:
      'The newest 50 entries of the audit log and changes by the user itself, whose actor is `the user`.',
  }),
})

/** Renders an object of the schema {@link USER_PAGE}. @throws {Refusal} `user-not-found` */
export async function userPage(services: Pick<Services, 'store' | 'clock'>, id: bigint) {
  const { store, clock } = services
  const user = await requireUser(store, { id })
  const [reach, apps, email, history] = await Promise.all([
    reachOfUser(store, id),
    findAppsOf(store, id),
    findEmail(store, id),
    userHistory(services, user),
  ])
  return {
    user: deskUser(user, clock.now()),
    reach,
    apps: apps.map(({ id: appId, name, permissions, suspendedAt }) => ({
      ...{ id: appId, name, permissions, is_suspended: suspendedAt !== null },
    })),
    can_sign_in: email !== null,
    history,
  }
}
