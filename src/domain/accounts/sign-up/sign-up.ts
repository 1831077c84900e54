/** Sign-up of users: open, with an invitation, or with an approval (spec/pages.md#sign-up). */
import { hashPassword } from '../../../lib/vault.ts'
import { type Context, Refusal } from '../../context.ts'
import { checkNewUser, createUser } from '../create-user.ts'
import { findUser, type User } from '../user.ts'
import { takeInvitation } from './invitations.ts'
import { storeSignUpRequest } from './requests.ts'
import { isReservedName } from './reserved-names.ts'

export interface SignUpInput {
  readonly screenName: string
  /** The name of the user; the screen name when omitted. */
  readonly name?: string | undefined
  readonly email: string
  readonly password: string
}

/**
 * Creates a user.
 * @param invitation token of the invitation, if the server requires an invitation
 * @throws {Refusal} as {@link createUser}, and `invitation-invalid`; a reserved name is `screen-name-taken`
 */
export async function signUp(context: Context, input: SignUpInput, invitation?: string): Promise<User> {
  requireFreeName(input)
  return createUser(context, input, async (tx, userId, now) => {
    if (invitation !== undefined) await takeInvitation(tx, { token: invitation, userId, now })
  })
}

/**
 * Stores a request to sign up, which the operator approves or rejects. Only the approval checks that no other user has
 * the e-mail address.
 * @param options `getsMail`: an e-mail reports the decision
 * @throws {Refusal} `screen-name-taken`, also for the name of another waiting request; `sign-ups-too-many`; and the
 * reasons of {@link createUser}
 */
export async function requestSignUp(
  context: Context,
  input: SignUpInput,
  { getsMail = false }: { readonly getsMail?: boolean } = {},
): Promise<void> {
  requireFreeName(input)
  checkNewUser(input)
  const { screenName, name = screenName, email, password } = input
  if ((await findUser(context.store, { screenName })) !== undefined) throw taken(screenName)
  const passwordHash = await hashPassword(password, context)
  await storeSignUpRequest(context, { screenName, name, email, passwordHash, getsMail })
}

/** @throws {Refusal} `screen-name-taken` for a name that a path of the server has */
export function requireFreeName({ screenName }: Pick<SignUpInput, 'screenName'>): void {
  if (isReservedName(screenName)) throw taken(screenName)
}

/** The refusal of a screen name that is in use. */
export function taken(screenName: string): Refusal {
  return new Refusal('screen-name-taken', `the screen name ${screenName} is taken; choose another`)
}
