/**
 * One-time links that sign in to the console (spec/console.md#one-time-links). The store has only a hash of the token,
 * so that read access to the database is not enough to sign in.
 */
import { query } from '../../db/query.ts'
import { hashSecret } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { requireUser } from '../accounts/user.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { type ConsoleUser, consoleUserOf, createConsoleUser, findConsoleLogin } from './console-account.ts'

/** Lifetime of a link in milliseconds. */
export const CONSOLE_LINK_MS = 24 * 3_600_000

/** Maximum number of links of a user; a further link ends the oldest link. */
const MAX_LINKS_PER_USER = 5
const TOKEN_BYTES = 32
/** 32 random bytes in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/

/** The console user that the first start creates. The user can change the address later. */
const FIRST = { accountName: 'aviary', email: 'admin@localhost', role: 'admin', isOperator: true } as const

/** True if a console user has a password or a passkey. */
export async function hasConsoleCredentials({ store }: Pick<Context, 'store'>): Promise<boolean> {
  return (
    (await store.first(anyPassword, {})) !== undefined || (await store.first(anyPasskey, {})) !== undefined
  )
}

/**
 * The console user of the first start. Creates the user if it does not exist.
 * @param userId the network user whose apps the console user manages, if no network user is set yet
 */
export async function firstConsoleUser(context: Context, userId?: bigint): Promise<ConsoleUser> {
  const known = await findConsoleLogin(context.store, FIRST.email)
  if (known === undefined) {
    try {
      return await createConsoleUser(context, { ...FIRST, password: undefined, userId })
    } catch (error) {
      if (!(error instanceof Refusal) || error.reason !== 'email-taken') throw error
      // Another node that starts at the same time has created the user.
      return firstConsoleUser(context, userId)
    }
  }
  if (known.user.userId !== undefined || userId === undefined) return known.user
  await linkNetworkUser(context, known.user.id, userId)
  return { ...known.user, userId }
}

/** Makes a link. If an operator makes the link, the audit log has an entry. @returns the token of the link */
export async function createConsoleLink(
  context: Context,
  { id: consoleUserId, email }: Pick<ConsoleUser, 'id' | 'email'>,
): Promise<string> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const token = context.random(TOKEN_BYTES).toString('base64url')
  const now = context.clock.now()
  const expiresAt = now + CONSOLE_LINK_MS
  await context.store.write(async (tx) => {
    // No event: a link is a secret of one user.
    await tx.run(deleteExpired, { now })
    await tx.run(deleteOldest, { consoleUserId })
    await tx.run(insertLink, { hash: hashSecret(token), consoleUserId, now, expiresAt })
    await recordAudit(tx, stamp, {
      ...{ action: 'console-user.link', subject: { kind: 'console-user', key: email } },
      details: { expires_at: new Date(expiresAt).toISOString() },
    })
  })
  return token
}

/**
 * Signs in with a link, which works once.
 * @returns the console user of the link
 * @throws {Refusal} `link-invalid` for an unknown, used or expired link
 */
export async function useConsoleLink({ store, clock }: Context, token: string): Promise<ConsoleUser> {
  const hash = hashSecret(token)
  const now = clock.now()
  const user = await store.write(async (tx) => {
    // No event: a link is a secret of one user.
    const row = TOKEN.test(token) ? await tx.first(userOfLink, { hash, now }) : undefined
    // If a link is used twice at the same time, only one transaction deletes the row.
    const isFirstUse = row !== undefined && (await tx.run(deleteLink, { hash })) > 0
    return isFirstUse ? consoleUserOf(row) : undefined
  })
  if (user === undefined) throw new Refusal('link-invalid', 'the link is unknown, was used, or has expired')
  return user
}

/**
 * Sets the network user whose apps a console user manages. The new network user replaces the previous network user.
 * @throws {Refusal} `user-not-found`, `console-user-not-found`
 */
export async function linkNetworkUser(
  { store, clock }: Context,
  consoleUserId: bigint,
  userId: bigint,
): Promise<void> {
  const now = clock.now()
  await store.write(async (tx) => {
    await requireUser(tx, { id: userId })
    const row = await tx.first(accountOf, { consoleUserId })
    if (row === undefined) throw new Refusal('console-user-not-found', 'the console user has been removed')
    await tx.run(setNetworkUser, { consoleUserId, userId })
    append(tx, now, { kind: 'console.changed', account_name: row.account_name, change: 'user_linked' })
  })
}

const anyPassword = query()((k) =>
  k.selectFrom('console_users').select('id').where('password_hash', '<>', '').limit(1),
)

const anyPasskey = query()((k) => k.selectFrom('console_passkeys').select('console_user_id').limit(1))

const insertLink = query<{ hash: string; consoleUserId: bigint; now: number; expiresAt: number }>()((k, p) =>
  k.insertInto('console_links').values({
    token_hash: p('hash'),
    console_user_id: p('consoleUserId'),
    created_at: p('now'),
    expires_at: p('expiresAt'),
  }),
)

// Uses the primary keys.
const userOfLink = query<{ hash: string; now: number }>()((k, p) =>
  k
    .selectFrom('console_links as l')
    .innerJoin('console_users as u', 'u.id', 'l.console_user_id')
    .select(['u.id', 'u.account_name', 'u.email', 'u.role', 'u.user_id', 'u.is_operator'])
    .where('l.token_hash', '=', p('hash'))
    .where('l.expires_at', '>', p('now')),
)

const deleteLink = query<{ hash: string }>()((k, p) =>
  k.deleteFrom('console_links').where('token_hash', '=', p('hash')),
)

// The table has few rows.
const deleteExpired = query<{ now: number }>()((k, p) =>
  k.deleteFrom('console_links').where('expires_at', '<=', p('now')),
)

// Uses the index console_links_user. Deletes enough links for a new link to stay within the limit.
const deleteOldest = query<{ consoleUserId: bigint }>()((k, p) =>
  k
    .deleteFrom('console_links')
    .where('console_user_id', '=', p('consoleUserId'))
    .where('token_hash', 'not in', (eb) =>
      eb
        .selectFrom('console_links')
        .select('token_hash')
        .where('console_user_id', '=', p('consoleUserId'))
        .orderBy('created_at', 'desc')
        .orderBy('token_hash')
        .limit(MAX_LINKS_PER_USER - 1),
    ),
)

const accountOf = query<{ consoleUserId: bigint }>()((k, p) =>
  k.selectFrom('console_users').select('account_name').where('id', '=', p('consoleUserId')),
)

const setNetworkUser = query<{ consoleUserId: bigint; userId: bigint }>()((k, p) =>
  k
    .updateTable('console_users')
    .set({ user_id: p('userId') })
    .where('id', '=', p('consoleUserId')),
)
