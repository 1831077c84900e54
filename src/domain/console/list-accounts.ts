/** Lists console accounts for the operator (spec/console.md#stream-accounts-at-the-desk). */
import { sql } from 'kysely'
import { textList, textsOf } from '../../db/id-list.ts'
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'
import { type ConsoleUser, consoleUserOf } from './console-account.ts'
import type { StreamName } from './stream.ts'

export interface ListedAccount {
  readonly name: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
  readonly users: readonly ConsoleUser[]
  readonly streams: readonly StreamName[]
}

/** Maximum number of users, and of streams, that are read for the accounts of a page together. */
const MAX_PARTS = 2_000

/** A page of accounts, in the order of their names. */
export async function listAccounts(
  reader: Reader,
  { after, count }: PageRequest<string>,
): Promise<Page<ListedAccount, string>> {
  const found = await reader.rows(accountsAfter, { after: after ?? '', count: count + 1 })
  const { items, next } = pageOf(found, count, (row) => row.account_name)
  const names = textList(items.map((row) => row.account_name))
  const [users, streams] = await Promise.all([
    reader.rows(usersOf, { names, max: MAX_PARTS }),
    reader.rows(streamsOf, { names, max: MAX_PARTS }),
  ])
  return {
    next,
    items: items.map(({ account_name: name, created_at: createdAt }) => ({
      ...{ name, createdAt },
      users: users.filter((row) => row.account_name === name).map(consoleUserOf),
      streams: streams
        .filter((row) => row.account_name === name)
        .map(({ publisher, label }) => ({ accountName: name, publisher, label })),
    })),
  }
}

const accountsAfter = query<{ after: string; count: number }>()((k, p) =>
  k
    .selectFrom('console_accounts')
    .select(['account_name', 'created_at'])
    .where('account_name', '>', p('after'))
    .orderBy('account_name')
    .limit(p('count')),
)

// Uses the index console_users_account.
const usersOf = query<{ names: string; max: number }>()((k, p, engine) =>
  k
    .selectFrom('console_users')
    .select(['id', 'account_name', 'email', 'role', 'user_id', 'is_operator'])
    .where('account_name', 'in', sql<string>`(select text from ${textsOf(p('names'), engine)} as wanted)`)
    .orderBy('id')
    .limit(p('max')),
)

// Uses the primary key.
const streamsOf = query<{ names: string; max: number }>()((k, p, engine) =>
  k
    .selectFrom('compliance_streams')
    .select(['account_name', 'publisher', 'label'])
    .where('account_name', 'in', sql<string>`(select text from ${textsOf(p('names'), engine)} as wanted)`)
    .orderBy('account_name')
    .orderBy('publisher')
    .orderBy('label')
    .limit(p('max')),
)
