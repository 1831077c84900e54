/**
 * Console accounts (spec/console.md#enterprise-console). An account has a name, which is part of the URLs of its
 * streams, and users who sign in with an e-mail address and a password.
 */
import type { Selectable } from 'kysely'
import { UniqueViolation } from '../../db/errors.ts'
import { query } from '../../db/query.ts'
import type { ConsoleUsersTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { hashPassword, verifyPassword } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { requireUser } from '../accounts/user.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { isEmailAddress } from '../email-address.ts'

export const CONSOLE_ROLES = ['admin', 'user'] as const
export type ConsoleRole = (typeof CONSOLE_ROLES)[number]

export interface ConsoleUser {
  readonly id: bigint
  readonly accountName: string
  readonly email: string
  readonly role: ConsoleRole
  /** The network user whose apps and projects this console user manages; undefined if no user is chosen. */
  readonly userId: bigint | undefined
  /** True for operators of the server. Only they can use the desk, the operators' part of the console. */
  readonly isOperator: boolean
}

export interface ConsoleUserInput {
  /** 1 to 50 of `A-Z a-z 0-9 - _`. */
  readonly accountName: string
  readonly email: string
  /** At least 8 characters. Undefined for a user who first signs in with a one-time link. */
  readonly password: string | undefined
  readonly role: ConsoleRole
  /**
   * The network user whose apps the console user manages; no user by default. Several console users can share a network
   * user.
   */
  readonly userId?: bigint | undefined
  /** Default false. */
  readonly isOperator?: boolean
}

const ACCOUNT_NAME = /^[A-Za-z0-9_-]{1,50}$/
const MIN_PASSWORD_LENGTH = 8

/**
 * Creates a user, and the user's account if it does not exist.
 * @throws {Refusal} `account-name-invalid`, `email-invalid`, `email-taken`, `password-too-short`, `user-not-found`
 */
export async function createConsoleUser(context: Context, input: ConsoleUserInput): Promise<ConsoleUser> {
  checkInput(input)
  const { accountName, email, role, userId, isOperator = false } = input
  const id = await context.ids.make()
  const now = context.clock.now()
  const { password } = input
  const passwordHash = password === undefined ? '' : await hashPassword(password, context)
  const stamp = await auditStamp(context)
  return context.store.write(async (tx) => {
    if ((await tx.run(newAccount, { accountName, now })) > 0) {
      append(tx, now, { kind: 'console.changed', account_name: accountName, change: 'account_created' })
    }
    if (userId !== undefined) await requireUser(tx, { id: userId })
    const row = { id, accountName, email, email_key: email.toLowerCase(), passwordHash, role, now }
    await insertUser(tx, { ...row, userId: userId ?? null, isOperator: isOperator ? 1 : 0 })
    const details = { account_name: accountName, role, is_operator: isOperator }
    await recordAudit(tx, stamp, {
      action: 'console-user.create',
      subject: { kind: 'console-user', key: email },
      details,
    })
    append(tx, now, { kind: 'console.changed', account_name: accountName, change: 'user_created' })
    return { id, accountName, email, role, userId, isOperator }
  })
}

/**
 * Changes the password of a user. After the commit, the old password does not work, and the sessions and one-time links
 * of the user end.
 * @param options `removePasskeys`: true also removes the passkeys of the user; default: false
 * @throws {Refusal} `console-user-not-found`, `password-too-short`
 */
export async function changeConsolePassword(
  context: Context,
  email: string,
  password: string,
  { removePasskeys = false }: { readonly removePasskeys?: boolean } = {},
): Promise<void> {
  checkConsolePassword(password)
  const now = context.clock.now()
  const hash = await hashPassword(password, context)
  const stamp = await auditStamp(context)
  await context.store.write(async (tx) => {
    const user = await findByEmail(tx, email)
    if (user === undefined)
      throw new Refusal('console-user-not-found', `no console user has the e-mail address ${email}`)
    await tx.run(updatePassword, { id: user.id, hash })
    await tx.run(deleteSessionsOf, { id: user.id })
    await endConsoleLinks(tx, user.id)
    if (removePasskeys) await tx.run(deletePasskeysOf, { id: user.id })
    await recordAudit(tx, stamp, {
      action: 'console-user.change_password',
      subject: { kind: 'console-user', key: user.email },
      details: removePasskeys ? { removed_passkeys: true } : {},
    })
    append(tx, now, { kind: 'console.changed', account_name: user.account_name, change: 'password_changed' })
  })
}

/** Ends the one-time links of a user. A link signs in without a password, so a new password must end all links. */
export async function endConsoleLinks(tx: Tx, consoleUserId: bigint): Promise<void> {
  await tx.run(deleteLinksOf, { id: consoleUserId })
}

/**
 * The user with these credentials, or undefined. Both results take about 40 ms, so that the response time does not
 * reveal which users exist.
 */
export async function verifyConsoleUser(
  reader: Reader,
  email: string,
  password: string,
): Promise<ConsoleUser | undefined> {
  const login = await findConsoleLogin(reader, email)
  const isRight = await verifyPassword(password, login?.passwordHash)
  return isRight ? login?.user : undefined
}

/** A user and its password hash. */
export interface ConsoleLogin {
  readonly user: ConsoleUser
  /** The password hash, which changes with the password; undefined for a user without a password. */
  readonly passwordHash: string | undefined
}

/** The user with an e-mail address, or undefined. For callers that check the password themselves. */
export async function findConsoleLogin(reader: Reader, email: string): Promise<ConsoleLogin | undefined> {
  const row = await findByEmail(reader, email)
  if (row === undefined) return undefined
  return { user: consoleUserOf(row), passwordHash: row.password_hash || undefined }
}

/** Converts a stored console user. */
export function consoleUserOf(
  row: Pick<
    Selectable<ConsoleUsersTable>,
    'id' | 'account_name' | 'email' | 'role' | 'user_id' | 'is_operator'
  >,
): ConsoleUser {
  return {
    id: row.id,
    accountName: row.account_name,
    email: row.email,
    role: roleOf(row.role),
    userId: row.user_id ?? undefined,
    isOperator: row.is_operator === 1,
  }
}

/** Looks up only valid addresses, because PostgreSQL rejects some other texts, such as texts with NUL. */
async function findByEmail(reader: Reader, email: string) {
  return isEmailAddress(email) ? reader.first(userByEmail, { email_key: email.toLowerCase() }) : undefined
}

/** Parses a stored role; an unknown text becomes `user`. */
function roleOf(text: string): ConsoleRole {
  return text === 'admin' ? 'admin' : 'user'
}

/** Requires that a console account exists. @throws {Refusal} `account-not-found` */
export async function requireAccount(reader: Reader, accountName: string): Promise<void> {
  // Looks up only valid names, because PostgreSQL rejects some other texts, such as texts with NUL.
  const isName = ACCOUNT_NAME.test(accountName)
  if (isName && (await reader.first(accountByName, { accountName })) !== undefined) return
  throw new Refusal('account-not-found', `there is no console account ${JSON.stringify(accountName)}`)
}

/** True if at least one console account exists. */
export async function hasConsoleAccount(reader: Reader): Promise<boolean> {
  return (await reader.first(anyAccount, {})) !== undefined
}

function checkInput({ accountName, email, password }: ConsoleUserInput): void {
  if (!ACCOUNT_NAME.test(accountName)) {
    throw new Refusal(
      'account-name-invalid',
      `${JSON.stringify(accountName)} is no account name; use 1 to 50 letters, digits, hyphens and underscores`,
    )
  }
  checkConsoleEmail(email)
  if (password !== undefined) checkConsolePassword(password)
}

/** @throws {Refusal} `email-invalid` */
export function checkConsoleEmail(email: string): void {
  // In Basic authentication the user name is the address, and the first colon ends the user name.
  if (!isEmailAddress(email) || email.includes(':')) {
    throw new Refusal('email-invalid', `${JSON.stringify(email)} is no e-mail address`)
  }
}

/** @throws {Refusal} `password-too-short` */
export function checkConsolePassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH) {
    throw new Refusal('password-too-short', `a password has at least ${MIN_PASSWORD_LENGTH} characters`)
  }
}

interface NewUser {
  id: bigint
  accountName: string
  email: string
  email_key: string
  passwordHash: string
  role: string
  now: number
  userId: bigint | null
  isOperator: number
}

async function insertUser(tx: Tx, user: NewUser): Promise<void> {
  try {
    await tx.run(newUser, user)
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refusal('email-taken', `the e-mail address ${user.email} belongs to another console user`)
  }
}

const newAccount = query<{ accountName: string; now: number }>()((k, p) =>
  k
    .insertInto('console_accounts')
    .values({ account_name: p('accountName'), created_at: p('now') })
    .onConflict((conflict) => conflict.doNothing()),
)

const newUser = query<NewUser>()((k, p) =>
  k.insertInto('console_users').values({
    id: p('id'),
    account_name: p('accountName'),
    email: p('email'),
    email_key: p('email_key'),
    password_hash: p('passwordHash'),
    role: p('role'),
    created_at: p('now'),
    user_id: p('userId'),
    is_operator: p('isOperator'),
  }),
)

// Uses the unique index console_users_email.
const userByEmail = query<{ email_key: string }>()((k, p) =>
  k.selectFrom('console_users').selectAll().where('email_key', '=', p('email_key')),
)

const updatePassword = query<{ id: bigint; hash: string }>()((k, p) =>
  k
    .updateTable('console_users')
    .set({ password_hash: p('hash') })
    .where('id', '=', p('id')),
)

const deleteSessionsOf = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('console_sessions').where('console_user_id', '=', p('id')),
)

// Uses the index console_links_user.
const deleteLinksOf = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('console_links').where('console_user_id', '=', p('id')),
)

// Uses the index console_passkeys_user.
const deletePasskeysOf = query<{ id: bigint }>()((k, p) =>
  k.deleteFrom('console_passkeys').where('console_user_id', '=', p('id')),
)

const accountByName = query<{ accountName: string }>()((k, p) =>
  k.selectFrom('console_accounts').select('account_name').where('account_name', '=', p('accountName')),
)

const anyAccount = query()((k) => k.selectFrom('console_accounts').select('account_name').limit(1))
