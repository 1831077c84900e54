/** Starts a server with two operators at the desk, another console user, and a user with a post. */
import assert from 'node:assert/strict'
import type { Engine } from '../../../src/db/query.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { type Hooks, shareInSuite } from '../engines.ts'
import { startTestServer } from '../server.ts'
import { createOneUser } from '../users.ts'
import { type ConsoleAnswer, ConsoleClient } from './console.ts'

export async function startDesk(t: Hooks, engine: Engine) {
  return withUser(await open(t, engine))
}

export type Desk = Awaited<ReturnType<typeof startDesk>>

/**
 * Shares one server between the tests of a suite.
 * @returns a function like {@link startDesk}. Each call creates another user and post; the operators are the same.
 */
export function shareDesk(engine: Engine) {
  const shared = shareInSuite((hooks) => open(hooks, engine))
  return async () => withUser(await shared())
}

async function open(t: Hooks, engine: Engine) {
  const server = await startTestServer(t, { engine })
  const ann = await ConsoleClient.signedIn(server, { isOperator: true, email: 'ann@example.org' })
  const ben = await ConsoleClient.signedIn(server, { isOperator: true, email: 'ben@example.org' })
  const developer = await ConsoleClient.signedIn(server)
  return { ...server, ann, ben, developer }
}

async function withUser(desk: Awaited<ReturnType<typeof open>>) {
  const { ann, context } = desk
  const user = await createOneUser(context)
  const { id: postId } = await createPost(context, { authorId: user.id, text: 'a <b>cat</b>' })
  const userPath = `/operator/users/${user.id}`
  const postPath = `/operator/posts/${postId}`
  return {
    ...{ ...desk, user, postId, userPath, postPath },
    userVersion: async () => (await ann.get(userPath)).body.user.version as string,
    postVersion: async () => (await ann.get(postPath)).body.post.version as string,
  }
}

/** Asserts the status and the reason of a problem. */
export function assertProblem({ status, body }: ConsoleAnswer, expected: string): void {
  assert.equal(`${status}/${body.reason}`, expected)
}
