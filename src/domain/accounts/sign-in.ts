/** Checks the credentials of users who sign in on Aviary's own pages. */
import { query } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { verifyPassword } from '../../lib/vault.ts'
import { isPlainText } from '../plain-text.ts'
import { findUser, type User } from './user.ts'

/** Maximum length of a name or address that is looked up, in characters; see RFC 5321 section 4.5.3.1.3. */
export const MAX_LOGIN_LENGTH = 254

/** The canonical spelling of a login, which is `ada` for `@Ada` and ` ADA `. The function is idempotent. */
export function canonicalLogin(login: string): string {
  return login
    .trimEnd()
    .replace(/^[\s@]+/, '')
    .toLowerCase()
}

/**
 * The user with that screen name or e-mail address and that password, or undefined. An unknown user and a
 * wrong password both take about 40 ms of CPU time and one query, so that the response time does not reveal
 * which users exist. The caller must check that the user is not suspended or deactivated.
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

// Uses the unique indexes sign_ins_email and users_screen_name. An address contains an @, and a screen name does not.
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
