/**
 * One-time links with which a user sets a new password (spec/pages.md#password-links). The store has only a hash of the
 * token, so that read access to the database is not enough to set a password.
 */
import { query } from '../../../db/query.ts'
import { hashPassword, hashSecret } from '../../../lib/vault.ts'
import { auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { findEmail } from '../find-email.ts'
import { findUser, requireUser, type User } from '../user.ts'
import { requirePasswordLength, storePassword } from './change-password.ts'

/** Lifetime of a link by default, in milliseconds: 24 hours. */
export const PASSWORD_LINK_MS = 24 * 3_600_000

/** Maximum lifetime that an operator can choose, in hours. */
export const MAX_PASSWORD_LINK_HOURS = 168

/**
 * Maximum number of links of a user. A further link ends the link that expires first. Links from operators
 * last longer than links requested by mail, so links from operators stay valid.
 */
const MAX_LINKS_PER_USER = 5
/** Number of expired links that a new link removes. */
const MAX_EXPIRED_REMOVED = 50
const TOKEN_BYTES = 32
/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export interface PasswordLink {
  /** Shown only once. */
  readonly token: string
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
}

/**
 * Makes a link. If an operator makes the link, the audit log has an entry.
 * @param input `lifetime` in milliseconds; {@link PASSWORD_LINK_MS} when omitted
 * @throws {Refusal} `user-not-found`; `user-without-email`, because a user without an address cannot sign in
 */
export async function createPasswordLink(
  context: Context,
  input: { readonly userId: bigint; readonly lifetime?: number | undefined },
): Promise<PasswordLink> {
  const { userId, lifetime = PASSWORD_LINK_MS } = input
  const stamp = await auditStamp(context)
  const token = context.random(TOKEN_BYTES).toString('base64url')
  const now = context.clock.now()
  const expiresAt = now + lifetime
  await context.store.write(async (tx) => {
    // No event: a link is a secret of one user.
    const { screenName } = await requireUser(tx, { id: userId })
    if ((await findEmail(tx, userId)) === null)
      throw new Refusal('user-without-email', `@${screenName} has no e-mail address, and cannot sign in`)
    await tx.run(deleteExpired, { now })
    await tx.run(deleteFirstToExpire, { userId })
    await tx.run(insertLink, { hash: hashSecret(token), userId, now, expiresAt })
    await recordAudit(tx, stamp, {
      action: 'user.password_link',
      subject: { kind: 'user', key: userId, name: screenName },
      details: { expires_at: new Date(expiresAt).toISOString() },
    })
  })
  return { token, expiresAt }
}

/** The user of a valid link; undefined for an unknown, used or expired link. */
export async function findLinkedUser({ store, clock }: Context, token: string): Promise<User | undefined> {
  if (!TOKEN.test(token)) return undefined
  const row = await store.first(userOfLink, { hash: hashSecret(token), now: clock.now() })
  return row === undefined ? undefined : findUser(store, { id: row.user_id })
}

/**
 * Sets a new password with a link, and ends all sessions and links of the user. If a link is used twice at the same
 * time, only one use succeeds.
 * @throws {Refusal} `password-too-short`; `link-invalid` for an unknown, used or expired link
 */
export async function setPasswordByLink(
  context: Context,
  { token, password }: { readonly token: string; readonly password: string },
): Promise<void> {
  requirePasswordLength(password)
  // The link is checked before the slow hash, so that a request with an invalid link causes no hash.
  if ((await findLinkedUser(context, token)) === undefined) throw invalidLink()
  const passwordHash = await hashPassword(password, context)
  const now = context.clock.now()
  const hash = hashSecret(token)
  await context.store.write(async (tx) => {
    // No event: a link is a secret of one user.
    const row = await tx.first(userOfLink, { hash, now })
    if (row === undefined || (await tx.run(deleteLink, { hash })) === 0) throw invalidLink()
    await storePassword(tx, { userId: row.user_id, hash: passwordHash })
  })
}

/** Removes a link that was not delivered; does nothing for an unknown link. */
export async function endPasswordLink({ store }: Pick<Context, 'store'>, token: string): Promise<void> {
  // No event: a link is a secret of one user.
  await store.write((tx) => tx.run(deleteLink, { hash: hashSecret(token) }))
}

function invalidLink(): Refusal {
  return new Refusal('link-invalid', 'the link is unknown, was used, or has expired')
}

const insertLink = query<{ hash: string; userId: bigint; now: number; expiresAt: number }>()((k, p) =>
  k.insertInto('password_links').values({
    token_hash: p('hash'),
    user_id: p('userId'),
    created_at: p('now'),
    expires_at: p('expiresAt'),
  }),
)

// Uses the primary key.
const userOfLink = query<{ hash: string; now: number }>()((k, p) =>
  k
    .selectFrom('password_links')
    .select('user_id')
    .where('token_hash', '=', p('hash'))
    .where('expires_at', '>', p('now')),
)

const deleteLink = query<{ hash: string }>()((k, p) =>
  k.deleteFrom('password_links').where('token_hash', '=', p('hash')),
)

// Uses the index password_links_expiry.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k
    .deleteFrom('password_links')
    .where('token_hash', 'in', (eb) =>
      eb
        .selectFrom('password_links')
        .select('token_hash')
        .where('expires_at', '<=', p('now'))
        .orderBy('expires_at')
        .limit(MAX_EXPIRED_REMOVED),
    ),
)

// Uses the index password_links_user. Deletes enough links for a new link to stay within the limit.
const deleteFirstToExpire = query<{ userId: bigint }>()((k, p) =>
  k
    .deleteFrom('password_links')
    .where('user_id', '=', p('userId'))
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('password_links')
        .select('token_hash')
        .where('user_id', '=', p('userId'))
        .orderBy('expires_at', 'desc')
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(MAX_LINKS_PER_USER - 1),
    ),
)
