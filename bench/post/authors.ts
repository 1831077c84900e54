/** Creates the users of the bench. Each client posts as its own user. */
import { createUser } from '../../src/domain/accounts/create-user.ts'
import type { Context } from '../../src/domain/context.ts'

export async function authorsOf(context: Context, count: number): Promise<bigint[]> {
  const users = await Promise.all(
    Array.from({ length: count }, (_, index) => createUser(context, { screenName: `author${index}` })),
  )
  return users.map(({ id }) => id)
}
