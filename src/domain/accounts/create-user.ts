import { UniqueViolation } from '../../db/errors.ts'
import { query } from '../../db/query.ts'
import type { Tx } from '../../db/store.ts'
import { hashPassword } from '../../lib/vault.ts'
import { append } from '../../log/append.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import { type Context, Refusal } from '../context.ts'
import { isEmailAddress } from '../email-address.ts'
import { isPlainText } from '../plain-text.ts'
import { findUser, NEW_USER, type User } from './user.ts'
import { addUserWords } from './user-words.ts'

export interface CreateUserInput {
  /** 1 to 15 of `A-Z a-z 0-9 _`. */
  readonly screenName: string
  /** 1 to 50 characters; the screen name when omitted. */
  readonly name?: string | undefined
  readonly isProtected?: boolean | undefined
  /** E-mail address with which the user signs in on Aviary's own pages; required if there is a password. */
  readonly email?: string | undefined
  /** At least 8 characters; required if there is an e-mail address. */
  readonly password?: string | undefined
  /** The hash of a password, instead of the password. */
  readonly passwordHash?: string | undefined
}

const SCREEN_NAME = /^[A-Za-z0-9_]{1,15}$/
/** The form of screen names that an import gives to accounts when it has only their ids. */
const IMPORTED_NAME = /^user_\d+$/i
const MAX_NAME_LENGTH = 50
const MIN_PASSWORD_LENGTH = 8

/**
 * Creates an active user.
 * @param also the caller's function, which runs inside the transaction after the user is stored
 * @throws {Refusal} `screen-name-invalid`, `screen-name-taken`, `name-too-long`, `name-invalid`, `email-invalid`,
 *   `email-taken`, `password-too-short`
 */
export async function createUser(
  context: Context,
  input: CreateUserInput,
  also?: (tx: Tx, userId: bigint, now: number) => Promise<void>,
): Promise<User> {
  checkNewUser(input)
  const id = await context.ids.make()
  const now = context.clock.now()
  const made = auditStamp(context)
  const stamp = made && (await made)
  const { screenName, email, password } = input
  const passwordHash = password === undefined ? input.passwordHash : await hashPassword(password, context)
  return context.store.write(async (tx) => {
    if ((await findUser(tx, { screenName })) !== undefined) {
      throw new Refusal('screen-name-taken', `the screen name ${screenName} is taken; choose another`)
    }
    await insertUser(tx, id, input, now)
    if (email !== undefined && passwordHash !== undefined) await insertSignIn(tx, id, email, passwordHash)
    await also?.(tx, id, now)
    await recordAudit(tx, stamp, {
      ...{ action: 'user.create', subject: { kind: 'user', key: id, name: screenName } },
      details: { is_protected: input.isProtected ?? false, can_sign_in: email !== undefined },
    })
    append(tx, now, { kind: 'user.created', user_id: id })
    const state = { ...NEW_USER, isProtected: input.isProtected ?? false }
    return { ...state, id, screenName, name: input.name ?? screenName, createdAt: now }
  })
}

/** Makes the checks of the input that need no database. @throws {Refusal} as {@link createUser} */
export function checkNewUser(input: CreateUserInput): void {
  const { screenName, name, email, password, passwordHash } = input
  if (!SCREEN_NAME.test(screenName)) {
    throw new Refusal(
      'screen-name-invalid',
      `${JSON.stringify(screenName)} is no screen name; use 1 to 15 letters, digits and underscores`,
    )
  }
  if (IMPORTED_NAME.test(screenName)) {
    throw new Refusal(
      'screen-name-invalid',
      `${screenName} is reserved for imported accounts; choose another`,
    )
  }
  if (name !== undefined && (name === '' || [...name].length > MAX_NAME_LENGTH)) {
    throw new Refusal('name-too-long', `a name has 1 to ${MAX_NAME_LENGTH} characters`)
  }
  if (name !== undefined && !isPlainText(name)) {
    throw new Refusal('name-invalid', 'a name cannot have line breaks or other control characters')
  }
  if ((email === undefined) !== (password === undefined && passwordHash === undefined)) {
    throw new Refusal('email-invalid', 'an e-mail address and a password go together; give both or neither')
  }
  if (email !== undefined && !isEmailAddress(email)) {
    throw new Refusal('email-invalid', `${JSON.stringify(email)} is no e-mail address`)
  }
  if (password !== undefined && password.length < MIN_PASSWORD_LENGTH) {
    throw new Refusal('password-too-short', `a password has at least ${MIN_PASSWORD_LENGTH} characters`)
  }
}

async function insertUser(tx: Tx, id: bigint, input: CreateUserInput, now: number): Promise<void> {
  try {
    await tx.run(newUser, {
      id,
      screen_name: input.screenName,
      screen_name_key: input.screenName.toLowerCase(),
      name: input.name ?? input.screenName,
      created_at: now,
      is_protected: input.isProtected === true ? 1 : 0,
    })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    // Another process has taken the name after the check and before the insert.
    throw new Refusal('screen-name-taken', `the screen name ${input.screenName} is taken; choose another`)
  }
  await tx.run(newCounts, { id })
  await addUserWords(tx, [{ id, screenName: input.screenName, name: input.name ?? input.screenName }])
}

async function insertSignIn(tx: Tx, id: bigint, email: string, passwordHash: string): Promise<void> {
  try {
    await tx.run(newSignIn, { id, email, email_key: email.toLowerCase(), password_hash: passwordHash })
  } catch (error) {
    if (!(error instanceof UniqueViolation)) throw error
    throw new Refusal('email-taken', `the e-mail address ${email} belongs to another user`)
  }
}

const newUser = query<{
  id: bigint
  screen_name: string
  screen_name_key: string
  name: string
  created_at: number
  is_protected: number
}>()((k, p) =>
  k.insertInto('users').values({
    id: p('id'),
    screen_name: p('screen_name'),
    screen_name_key: p('screen_name_key'),
    name: p('name'),
    created_at: p('created_at'),
    is_protected: p('is_protected'),
    suspended_at: null,
    deactivated_at: null,
    withheld_in_countries: '[]',
  }),
)

const newCounts = query<{ id: bigint }>()((k, p) =>
  k.insertInto('user_counts').values({
    user_id: p('id'),
    followers_count: 0,
    friends_count: 0,
    statuses_count: 0,
    favourites_count: 0,
    memberships_count: 0,
  }),
)

const newSignIn = query<{ id: bigint; email: string; email_key: string; password_hash: string }>()((k, p) =>
  k.insertInto('sign_ins').values({
    user_id: p('id'),
    email: p('email'),
    email_key: p('email_key'),
    password_hash: p('password_hash'),
  }),
)
