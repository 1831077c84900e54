/**
 * Lists console users for the operator (spec/console.md#enterprise-console), without password hashes.
 */
import { once } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'
import { type ConsoleUser, consoleUserOf, requireAccount } from './console-account.ts'

export interface ListedConsoleUser extends ConsoleUser {
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly hasPassword: boolean
  readonly passkeyCount: number
}

/**
 * A page of console users, oldest first.
 * @param accountName the account whose users are returned; undefined for the users of all accounts
 * @throws {Refusal} `account-not-found`
 */
export async function listConsoleUsers(
  reader: Reader,
  accountName: string | undefined,
  { after, count }: PageRequest<bigint>,
): Promise<Page<ListedConsoleUser, bigint>> {
  if (accountName !== undefined) await requireAccount(reader, accountName)
  // Uses the primary key, or the index console_users_account.
  const page = once((k) => {
    const users = k
      .selectFrom('console_users')
      .select([
        'id',
        'account_name',
        'email',
        'role',
        'created_at',
        'user_id',
        'is_operator',
        'password_hash',
      ])
      // Uses the index console_passkeys_user.
      .select((eb) =>
        eb
          .selectFrom('console_passkeys as p')
          .select((inner) => inner.fn.countAll<number>().as('passkeys'))
          .whereRef('p.console_user_id', '=', 'console_users.id')
          .as('passkeys'),
      )
      .where('id', '>', after ?? 0n)
      .orderBy('id')
      .limit(count + 1)
    return accountName === undefined ? users : users.where('account_name', '=', accountName)
  })
  const listed = (await reader.rows(page, {})).map((row) => ({
    ...consoleUserOf(row),
    createdAt: row.created_at,
    hasPassword: row.password_hash !== '',
    passkeyCount: Number(row.passkeys),
  }))
  return pageOf(listed, count, ({ id }) => id)
}
