/** Users of the network that forms of the desk name by screen name. */
import { findUser, type User } from '../../../domain/accounts/user.ts'
import type { Context } from '../../../domain/context.ts'
import { ConsoleProblem } from '../_problems.ts'

/** A screen name without the @ before it. */
export function screenNameIn(text: string): string {
  return text.trim().replace(/^@/, '')
}

/** The user that the field `username` of a form names. @throws {ConsoleProblem} `user-not-found` */
export async function namedUser({ store }: Pick<Context, 'store'>, username: string): Promise<User> {
  const user = await findUser(store, { screenName: screenNameIn(username) })
  if (user === undefined) throw new ConsoleProblem('user-not-found', { field: 'username' })
  return user
}
