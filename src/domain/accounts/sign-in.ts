/** Who signs in on Aviary's own pages. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { verifyPassword } from '../../lib/vault.ts'
import { isPlainText } from '../plain-text.ts'
import { findUser, type User } from './user.ts'

/** Longest name or address that is looked up; RFC 5321 section 4.5.3.1.3. */
const MAX_LOGIN_LENGTH = 254

/** One spelling for all that mean the same: `@Ada`, `ada` and ` ADA `. Applied again it changes nothing. */
export function canonicalLogin(login: string): string {
  return login
    .trimEnd()
    .replace(/^[\s@]+/, '')
    .toLowerCase()
}

/**
 * The user with that screen name or e-mail address and that password; undefined for every other. About 40 ms of
 * work and one look into the database either way, so that nobody learns who exists. The user may be suspended or
 * deactivated: what it may do is the caller's to ask.
 */
export async function findUserByPassword(
  reader: Reader,
  login: string,
  password: string,
): Promise<User | undefined> {
  const key = canonicalLogin(login)
  const isLookedUp = key.length <= MAX_LOGIN_LENGTH && isPlainText(key)
  const row = await reader.first(signInByLogin, { key: isLookedUp ? key : '' })
  const isRight = await verifyPassword(password, row?.password_hash)
  return row !== undefined && isRight ? findUser(reader, { id: row.user_id }) : undefined
}

// Uses the unique indexes sign_ins_email and users_screen_name; a screen name has no @ and an address has one.
const signInByLogin = query<{ key: string }>()((k, p) =>
  k
    .selectFrom('sign_ins')
    .select(['user_id', 'password_hash'])
    .where((eb) =>
      eb.or([
        eb('email_key', '=', p('key')),
        eb('user_id', '=', eb.selectFrom('users').select('id').where('screen_name_key', '=', p('key'))),
      ]),
    ),
)
