/** The e-mail address with which a user signs in (spec/pages.md#settings). */
import { UniqueViolation } from '../../../db/errors.ts'
import { query } from '../../../db/query.ts'
import { type Context, Refusal } from '../../context.ts'
import { isEmailAddress } from '../../email-address.ts'
import { findEmail } from '../find-email.ts'
import { queueSignUpMail } from '../sign-up/sign-up-mails.ts'
import { requireUser } from '../user.ts'
import { endLinksOf } from './change-password.ts'

export interface ChangeEmailInput {
  readonly userId: bigint
  readonly email: string
  /** True to send a notice to the former address. */
  readonly sendsMail: boolean
}

/**
 * Changes the e-mail address of a user, and ends its password links, which went to the former address. The caller must
 * have checked the password.
 * @throws {Refusal} `email-invalid`; `email-taken`; `user-not-found` for a user who cannot sign in
 */
export async function changeEmail(
  { store, ids, clock }: Context,
  { userId, email, sendsMail }: ChangeEmailInput,
): Promise<void> {
  if (!isEmailAddress(email))
    throw new Refusal('email-invalid', `${JSON.stringify(email)} is no e-mail address`)
  const row = { userId, email, emailKey: email.toLowerCase() }
  const mailId = await ids.make()
  const now = clock.now()
  // No event: e-mail addresses are used only on pages of this server.
  await store.write(async (tx) => {
    const { screenName } = await requireUser(tx, { id: userId })
    const former = await findEmail(tx, userId)
    try {
      const changed = await tx.run(updateEmail, row)
      if (changed === 0) throw new Refusal('user-not-found', `the user ${userId} has no e-mail address`)
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      throw new Refusal('email-taken', `the e-mail address ${email} belongs to another user`)
    }
    await endLinksOf(tx, userId)
    if (!sendsMail || former === null || former.toLowerCase() === row.emailKey) return
    const notice = { id: mailId, kind: 'address-changed', email: former, screenName, details: '' } as const
    // If too many mails wait, the notice is dropped: the change is valid without it.
    await queueSignUpMail(tx, notice, now)
  })
}

const updateEmail = query<{ userId: bigint; email: string; emailKey: string }>()((k, p) =>
  k
    .updateTable('sign_ins')
    .set({ email: p('email'), email_key: p('emailKey') })
    .where('user_id', '=', p('userId')),
)
