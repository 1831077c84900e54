/** Changes of e-mail address and password by the console user (spec/console.md#console-accounts). */
import { UniqueViolation } from '../../db/errors.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { hashPassword } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { type Context, Refusal } from '../context.ts'
import { checkConsoleEmail, checkConsolePassword, endConsoleLinks } from './console-account.ts'
import { sessionHashesOf } from './sessions.ts'

export interface CredentialsInput {
  readonly consoleUserId: bigint
  readonly email?: string | undefined
  /** At least 8 characters. A new password ends all links, and all sessions except one. */
  readonly password?: string | undefined
  /** Hash of the session that stays when the password changes. */
  readonly sessionHash: string
}

/**
 * Changes the e-mail address, the password, or both.
 * @returns the hashes of the sessions that ended
 * @throws {Refusal} `email-invalid`, `email-taken`, `password-too-short`, `console-user-not-found`
 */
export async function changeCredentials(
  context: Context,
  input: CredentialsInput,
): Promise<readonly string[]> {
  const { consoleUserId, email, password, sessionHash } = input
  if (email !== undefined) checkConsoleEmail(email)
  if (password !== undefined) checkConsolePassword(password)
  const hash = password === undefined ? undefined : await hashPassword(password, context)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    const row = await tx.first(consoleUserById, { consoleUserId })
    if (row === undefined) throw new Refusal('console-user-not-found', 'the console user has been removed')
    if (email !== undefined) await setEmail(tx, consoleUserId, email)
    const ended: string[] = []
    if (hash !== undefined) {
      const hashes = await sessionHashesOf(tx, consoleUserId)
      ended.push(...hashes.filter((each) => each !== sessionHash))
      await tx.run(updatePassword, { consoleUserId, hash })
      await tx.run(deleteOtherSessions, { consoleUserId, sessionHash })
      await endConsoleLinks(tx, consoleUserId)
    }
    const change = hash === undefined ? 'email_changed' : 'password_changed'
    append(tx, now, { kind: 'console.changed', account_name: row.account_name, change })
    return ended
  })
}

/** The password hash of a console user; undefined for a user without a password. */
export async function passwordHashOf(
  { store }: Pick<Context, 'store'>,
  consoleUserId: bigint,
): Promise<string | undefined> {
  return (await store.first(consoleUserById, { consoleUserId }))?.password_hash || undefined
}

async function setEmail(tx: Tx, consoleUserId: bigint, email: string): Promise<void> {
  try {
    await tx.run(updateEmail, { consoleUserId, email, emailKey: email.toLowerCase() })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refusal('email-taken', `the e-mail address ${email} belongs to another console user`)
  }
}

const consoleUserById = query<{ consoleUserId: bigint }>()((k, p) =>
  k
    .selectFrom('console_users')
    .select(['account_name', 'password_hash'])
    .where('id', '=', p('consoleUserId')),
)

const updateEmail = query<{ consoleUserId: bigint; email: string; emailKey: string }>()((k, p) =>
  k
    .updateTable('console_users')
    .set({ email: p('email'), email_key: p('emailKey') })
    .where('id', '=', p('consoleUserId')),
)

const updatePassword = query<{ consoleUserId: bigint; hash: string }>()((k, p) =>
  k
    .updateTable('console_users')
    .set({ password_hash: p('hash') })
    .where('id', '=', p('consoleUserId')),
)

// Uses the index console_sessions_user.
const deleteOtherSessions = query<{ consoleUserId: bigint; sessionHash: string }>()((k, p) =>
  k
    .deleteFrom('console_sessions')
    .where('console_user_id', '=', p('consoleUserId'))
    .where('id_hash', '<>', p('sessionHash')),
)
