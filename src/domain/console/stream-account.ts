/** Creates accounts for the compliance stream, with a user and a stream (spec/console.md#operator-tasks). */
import { verifyPassword } from '../../lib/vault.ts'
import { type Context, Refusal } from '../context.ts'
import { createConsoleUser, findConsoleLogin } from './console-account.ts'
import { checkStreamName, createStream, type StreamName } from './stream.ts'

export interface StreamAccountInput extends StreamName {
  readonly email: string
  readonly password: string
}

/** True when the password matches the hash. */
export type VerifyPassword = (password: string, hash: string | undefined) => Promise<boolean>

export interface OpenedStreamAccount {
  /** False if the user existed already. */
  readonly madeUser: boolean
  /** False if the stream existed already. */
  readonly madeStream: boolean
}

/**
 * Creates a stream of an account. Creates the account and the user if they do not exist. A repeated call with the same
 * input changes nothing.
 * @throws {Refusal} as `createConsoleUser` and `createStream`; `email-taken` for an existing user with another account
 * or password
 * @param verify a function that compares the password with the hash of an existing user; callers over HTTP
 *   must limit attempts
 */
export async function openStreamAccount(
  context: Context,
  input: StreamAccountInput,
  verify: VerifyPassword = verifyPassword,
): Promise<OpenedStreamAccount> {
  const { accountName, publisher, label } = input
  const name = { accountName, publisher, label }
  checkStreamName(name)
  const madeUser = await ensureUser(context, input, verify)
  return { madeUser, madeStream: await createStream(context, name) }
}

/** @returns false when the user exists already in this account with this password */
async function ensureUser(
  context: Context,
  { accountName, email, password }: StreamAccountInput,
  verify: VerifyPassword,
): Promise<boolean> {
  const login = await findConsoleLogin(context.store, email)
  if (login === undefined) {
    await createConsoleUser(context, { accountName, email, password, role: 'admin' })
    return true
  }
  if (login.user.accountName !== accountName) {
    throw new Refusal(
      'email-taken',
      `${email} belongs to the account ${login.user.accountName}; give another address`,
    )
  }
  if (!(await verify(password, login.passwordHash))) {
    throw new Refusal(
      'email-taken',
      `${email} has a different password; change it with "aviary console password"`,
    )
  }
  return false
}
