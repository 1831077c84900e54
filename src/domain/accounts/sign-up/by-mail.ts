/**
 * Sign-up with a link in an e-mail (spec/pages.md#mails-about-sign-ups). The database has no user and no reserved name
 * until the link is used. The link itself contains the sealed values of the sign-up. The page does not look up the address, so
 * its response does not reveal which addresses are in use.
 */
import { query } from '../../../db/query.ts'
import { hashPassword, SealBroken } from '../../../lib/vault.ts'
import { type Context, Refusal } from '../../context.ts'
import { checkNewUser, createUser } from '../create-user.ts'
import { findUser, type User } from '../user.ts'
import { requireFreeName, type SignUpInput, taken } from './sign-up.ts'
import { queueSignUpMail, type SignUpMail } from './sign-up-mails.ts'

/** Lifetime of the link in milliseconds: one day. */
export const SIGN_UP_LINK_MS = 86_400_000

const PURPOSE = 'sign-up link'

/** The values inside a link. */
export interface LinkedSignUp {
  readonly screenName: string
  readonly name: string
  readonly email: string
  readonly passwordHash: string
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/**
 * Queues an e-mail with a link that creates the user. The address may belong to another user.
 * @throws {Refusal} `screen-name-taken`, `sign-ups-too-many`, and the reasons of {@link checkNewUser}
 */
export async function requestSignUpMail(context: Context, input: SignUpInput): Promise<void> {
  requireFreeName(input)
  checkNewUser(input)
  const { screenName, name = screenName, email, password } = input
  if ((await findUser(context.store, { screenName })) !== undefined) throw taken(screenName)
  const details = JSON.stringify({ name, passwordHash: await hashPassword(password, context) })
  const mail = { id: await context.ids.make(), kind: 'confirm', email, screenName, details } as const
  // No event: a mail is not a part of the network.
  const isQueued = await context.store.write((tx) => queueSignUpMail(tx, mail, context.clock.now()))
  if (!isQueued) throw new Refusal('sign-ups-too-many', 'too many mails wait already')
}

/** The token of the link of an e-mail; undefined if a user has the address of the e-mail. */
export async function signUpToken(
  { store, vault, clock }: Pick<Context, 'store' | 'vault' | 'clock'>,
  { screenName, email, details }: SignUpMail,
): Promise<string | undefined> {
  if ((await store.first(signInOf, { key: email.toLowerCase() })) !== undefined) return undefined
  const linked = { ...JSON.parse(details), screenName, email, expiresAt: clock.now() + SIGN_UP_LINK_MS }
  return vault.seal(JSON.stringify(linked), PURPOSE)
}

/** The values of a link; undefined for a wrong or expired token. */
export function openSignUpToken(
  { vault, clock }: Pick<Context, 'vault' | 'clock'>,
  token: string,
): LinkedSignUp | undefined {
  try {
    const linked = JSON.parse(vault.open(token, PURPOSE)) as LinkedSignUp
    return linked.expiresAt > clock.now() ? linked : undefined
  } catch (error) {
    if (error instanceof SealBroken) return undefined
    throw error
  }
}

/**
 * Creates the user of a link.
 * @throws {Refusal} `screen-name-taken` for a name that another user has taken since; `email-taken` for a used link
 */
export async function confirmSignUp(context: Context, linked: LinkedSignUp): Promise<User> {
  const { screenName, name, email, passwordHash } = linked
  const owner = await context.store.first(signInOf, { key: email.toLowerCase() })
  if (owner !== undefined) throw new Refusal('email-taken', 'the link was used already')
  return createUser(context, { screenName, name, email, passwordHash })
}

// Uses the unique index sign_ins_email.
const signInOf = query<{ key: string }>()((k, p) =>
  k.selectFrom('sign_ins').select('user_id').where('email_key', '=', p('key')),
)
