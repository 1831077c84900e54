/** Invitations and waiting sign-ups, as the desk shows them (spec/console.md#sign-ups). */
import { Type } from 'typebox'
import type { Invitation } from '../../../domain/accounts/sign-up/invitations.ts'
import type { SignUpRequest } from '../../../domain/accounts/sign-up/requests.ts'

const TIME = Type.Integer({ description: 'Unix milliseconds.' })

/** The setting `sign_up`. Invitations have an effect only with `invitation`, approvals only with `approval`. */
export const SIGN_UP_RULE = Type.Enum(['closed', 'invitation', 'approval', 'open'], {
  description: 'The setting `sign_up`.',
})

export const DESK_INVITATION = Type.Object(
  {
    id: Type.String(),
    note: Type.String({ description: 'Text of the operator; may be empty.' }),
    created_by: Type.String(),
    created_at: TIME,
    expires_at: TIME,
    used_at: Type.Union([TIME, Type.Null()], { description: 'Null until the invitation is used.' }),
    user_id: Type.Union([Type.String(), Type.Null()], {
      description: 'The user who signed up with the invitation.',
    }),
  },
  { title: 'ConsoleDeskInvitation' },
)

/** Renders an object of the schema {@link DESK_INVITATION}. */
export function deskInvitation(invitation: Invitation) {
  const { id, note, createdBy, createdAt, expiresAt, usedAt, userId } = invitation
  return {
    ...{ id, note, created_by: createdBy, created_at: createdAt, expires_at: expiresAt },
    ...{ used_at: usedAt, user_id: userId },
  }
}

export const DESK_SIGN_UP = Type.Object(
  {
    id: Type.String(),
    username: Type.String(),
    name: Type.String(),
    email: Type.String(),
    created_at: TIME,
  },
  { title: 'ConsoleDeskSignUp' },
)

/** Renders an object of the schema {@link DESK_SIGN_UP}. */
export function deskSignUp({ id, screenName, name, email, createdAt }: SignUpRequest) {
  return { id, username: screenName, name, email, created_at: createdAt }
}
