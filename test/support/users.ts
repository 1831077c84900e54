/** Creates users with unique names for tests. */

import { type CreateUserInput, createUser } from '../../src/domain/accounts/create-user.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import type { Context } from '../../src/domain/context.ts'

/** Creates `count` users concurrently, with random screen names. */
export function createUsers(
  context: Context,
  count: number,
  input: Omit<CreateUserInput, 'screenName'> = {},
): Promise<User[]> {
  return Promise.all(
    Array.from({ length: count }, () =>
      createUser(context, { ...input, screenName: `t${context.random(7).toString('hex')}` }),
    ),
  )
}

/** Creates one user like {@link createUsers}. */
export async function createOneUser(
  context: Context,
  input: Omit<CreateUserInput, 'screenName'> = {},
): Promise<User> {
  const [user] = await createUsers(context, 1, input)
  if (user === undefined) throw new Error('no user was created')
  return user
}
