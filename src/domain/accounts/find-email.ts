/** Finds the e-mail address with which a user signs in. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'

/** The address as the user entered it, or null for a user without an address. */
export async function findEmail(reader: Reader, userId: bigint): Promise<string | null> {
  return (await reader.first(emailOf, { user: userId }))?.email ?? null
}

const emailOf = query<{ user: bigint }>()((k, p) =>
  k.selectFrom('sign_ins').select('email').where('user_id', '=', p('user')),
)
