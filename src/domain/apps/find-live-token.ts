import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type AccessToken, tokenOf } from './tokens.ts'

/** The oldest live token of an app for a user, or undefined. */
export async function findLiveToken(
  reader: Reader,
  pair: { readonly appId: bigint; readonly userId: bigint },
): Promise<AccessToken | undefined> {
  const row = await reader.first(oldestLiveToken, pair)
  return row === undefined ? undefined : tokenOf(row)
}

/** The newest live token of an app for a user, or undefined. */
export async function newestLiveToken(
  reader: Reader,
  pair: { readonly appId: bigint; readonly userId: bigint },
): Promise<AccessToken | undefined> {
  const row = await reader.first(newestToken, pair)
  return row === undefined ? undefined : tokenOf(row)
}

// Uses the index access_tokens_user.
const newestToken = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', p('userId'))
    .where('app_id', '=', p('appId'))
    .where('revoked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('token', 'desc')
    .limit(1),
)

// Uses the index access_tokens_user.
const oldestLiveToken = query<{ appId: bigint; userId: bigint }>()((k, p) =>
  k
    .selectFrom('access_tokens')
    .selectAll()
    .where('user_id', '=', p('userId'))
    .where('app_id', '=', p('appId'))
    .where('revoked_at', 'is', null)
    .orderBy('created_at')
    .orderBy('token')
    .limit(1),
)
