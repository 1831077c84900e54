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
}

/**
 * A page of console users, oldest first.
 * @param accountName only users of this account; undefined for all
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
      .select(['id', 'account_name', 'email', 'role', 'created_at', 'user_id'])
      .where('id', '>', after ?? 0n)
      .orderBy('id')
      .limit(count + 1)
    return accountName === undefined ? users : users.where('account_name', '=', accountName)
  })
  const listed = (await reader.rows(page, {})).map((row) => ({
    ...consoleUserOf(row),
    createdAt: row.created_at,
  }))
  return pageOf(listed, count, ({ id }) => id)
}
