/** The e-mail address with which a user signs in (spec/pages.md#settings). */
import { UniqueViolation } from '../../../db/errors.ts'
import { query } from '../../../db/query.ts'
import { type Context, Refusal } from '../../context.ts'
import { isEmailAddress } from '../../email-address.ts'
import { endLinksOf } from './change-password.ts'

/**
 * Changes the e-mail address of a user, and ends its password links, which went to the former address. The caller must
 * have checked the password.
 * @throws {Refusal} `email-invalid`; `email-taken`; `user-not-found` for a user who cannot sign in
 */
export async function changeEmail(
  { store }: Pick<Context, 'store'>,
  { userId, email }: { readonly userId: bigint; readonly email: string },
): Promise<void> {
  if (!isEmailAddress(email))
    throw new Refusal('email-invalid', `${JSON.stringify(email)} is no e-mail address`)
  const row = { userId, email, emailKey: email.toLowerCase() }
  // No event: e-mail addresses are used only on pages of this server.
  await store.write(async (tx) => {
    try {
      const changed = await tx.run(updateEmail, row)
      if (changed === 0) throw new Refusal('user-not-found', `the user ${userId} has no e-mail address`)
    } catch (error) {
      if (!(error instanceof UniqueViolation)) throw error
      throw new Refusal('email-taken', `the e-mail address ${email} belongs to another user`)
    }
    await endLinksOf(tx, userId)
  })
}

const updateEmail = query<{ userId: bigint; email: string; emailKey: string }>()((k, p) =>
  k
    .updateTable('sign_ins')
    .set({ email: p('email'), email_key: p('emailKey') })
    .where('user_id', '=', p('userId')),
)
