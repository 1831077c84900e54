/** Finds the network user whose screen name an operator has entered in a form of the desk. */
import { findUser, type User } from '../../../domain/accounts/user.ts'
import type { Context } from '../../../domain/context.ts'
import { ConsoleProblem } from '../_problems.ts'

/** A screen name without the @ before it. */
export function screenNameIn(text: string): string {
  return text.trim().replace(/^@/, '')
}

/**
 * Finds the user whose screen name is in the field `username` of a form.
 * @throws {ConsoleProblem} `user-not-found`
 */
export async function namedUser({ store }: Pick<Context, 'store'>, username: string): Promise<User> {
  const user = await findUser(store, { screenName: screenNameIn(username) })
  if (user === undefined) throw new ConsoleProblem('user-not-found', { field: 'username' })
  return user
}
