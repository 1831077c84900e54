/** The password of a user. A change of the password ends the user's sessions (spec/pages.md#settings). */
import { query } from '../../../db/query.ts'
import type { Tx } from '../../../db/store.ts'
import { hashPassword } from '../../../lib/vault.ts'
import { type Context, Refusal } from '../../context.ts'

const MIN_PASSWORD_LENGTH = 8

/** @throws {Refusal} `password-too-short` */
export function requirePasswordLength(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH)
    throw new Refusal('password-too-short', `a password has at least ${MIN_PASSWORD_LENGTH} characters`)
}

/**
 * Changes the password of a user, and ends all of its sessions and password links. The caller must have checked the old
 * password.
 * @throws {Refusal} `password-too-short`; `user-not-found` for a user who cannot sign in
 */
export async function changePassword(
  context: Context,
  { userId, password }: { readonly userId: bigint; readonly password: string },
): Promise<void> {
  requirePasswordLength(password)
  const hash = await hashPassword(password, context)
  // No event: passwords and sessions are used only on pages of this server.
  await context.store.write((tx) => storePassword(tx, { userId, hash }))
}

/**
 * Stores the hash of a new password, and ends all sessions and password links of the user.
 * @throws {Refusal} `user-not-found` for a user who cannot sign in
 */
export async function storePassword(
  tx: Tx,
  { userId, hash }: { readonly userId: bigint; readonly hash: string },
): Promise<void> {
  const changed = await tx.run(updatePassword, { userId, hash })
  if (changed === 0) throw new Refusal('user-not-found', `the user ${userId} has no password to change`)
  await tx.run(deleteSessions, { userId })
  await endLinksOf(tx, userId)
}

/** Ends all password links of a user. */
export async function endLinksOf(tx: Tx, userId: bigint): Promise<void> {
  await tx.run(deleteLinks, { userId })
}

/** Ends all sessions of a user. */
export async function endSessionsOf({ store }: Pick<Context, 'store'>, userId: bigint): Promise<void> {
  // No event: passwords and sessions are used only on pages of this server.
  await store.write((tx) => tx.run(deleteSessions, { userId }))
}

const updatePassword = query<{ userId: bigint; hash: string }>()((k, p) =>
  k
    .updateTable('sign_ins')
    .set({ password_hash: p('hash') })
    .where('user_id', '=', p('userId')),
)

// Uses the index sessions_user.
const deleteSessions = query<{ userId: bigint }>()((k, p) =>
  k.deleteFrom('sessions').where('user_id', '=', p('userId')),
)

// Uses the index password_links_user.
const deleteLinks = query<{ userId: bigint }>()((k, p) =>
  k.deleteFrom('password_links').where('user_id', '=', p('userId')),
)
