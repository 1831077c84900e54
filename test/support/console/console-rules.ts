/** Creates an app with posts, and a console client of its owner, for tests of the rule pages. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { createApp } from '../../../src/domain/apps/create-app.ts'
import { createPost } from '../../../src/domain/posts/write/create-post.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Hooks } from '../engines.ts'
import { type SharedServer, serverFor, sharedServer, type TestServerOptions } from '../server.ts'
import { createUsers } from '../users.ts'
import { ConsoleClient } from './console.ts'

/**
 * Makes two developers. `path` is the path of the first developer's app.
 * @param source a shared server, or the engine of a server for one test
 */
export async function consoleRules(t: Hooks, source: Engine | SharedServer = 'sqlite') {
  const server = await serverFor(t, typeof source === 'function' ? source : optionsOn(source))
  const { context } = server
  const users = await createUsers(context, 2)
  const [owner, other] = [must(users[0], 'a user'), must(users[1], 'a user')]
  const { appId } = await createApp(context, { name: 'Rules', ownerId: owner.id, permissions: 'read' })
  const client = await ConsoleClient.signedIn(server, { accountName: 'acme', userId: owner.id })
  const otherDeveloper = await ConsoleClient.signedIn(server, { accountName: 'other', userId: other.id })
  const post = async (text: string) => (await createPost(context, { authorId: other.id, text })).id
  return { ...server, owner, other, appId, client, otherDeveloper, post, path: `/apps/${appId}/rules` }
}

/** Declares a server for the tests of rules of a suite. */
export function sharedRuleServer(engine: Engine): SharedServer {
  return sharedServer(optionsOn(engine))
}

function optionsOn(engine: Engine): TestServerOptions {
  return { engine, settings: { limits: 'off' } }
}

/** A call with a rule in its body. Its path begins after the path of the rules. */
export interface RuleCall {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** The member of the body that contains the rule. */
  readonly field?: string
  /** The server. The default is a server for this call. */
  readonly server?: SharedServer
}

/**
 * Tests the errors that calls with a rule in their body share. @param needsValid true for calls that refuse an
 * invalid rule
 */
export function ruleErrors(
  { method, path: rest, body, field = 'value', server }: RuleCall,
  needsValid = true,
): void {
  test(`${method} ${rest}: errors of calls with a rule`, async (t) => {
    const { client, otherDeveloper, path } = await consoleRules(t, server)
    await t.test('404/app-not-found for the app of another developer and for an unknown app', async () => {
      for (const answer of [
        await otherDeveloper.call(method, path + rest, body),
        await client.call(method, `/apps/1/rules${rest}`, body),
      ]) {
        assert.deepEqual([answer.status, answer.body.reason], [404, 'app-not-found'])
      }
    })
    await t.test('403/foreign-origin for a request from another site', async () => {
      const answer = await client.call(method, path + rest, body, { origin: 'https://evil.example' })
      assert.deepEqual([answer.status, answer.body.reason], [403, 'foreign-origin'])
    })
    await t.test(
      '400/field-invalid for a missing rule, a rule of another type, a rule that is too long, and an unknown API',
      async () => {
        const long = 'a'.repeat(20_000)
        for (const wrong of [{ [field]: undefined }, { [field]: 7 }, { product: '3' }, { [field]: long }]) {
          const answer = await client.call(method, path + rest, { ...body, ...wrong })
          assert.deepEqual([answer.status, answer.body.reason], [400, 'field-invalid'])
        }
      },
    )
    if (!needsValid) return
    await t.test('400/rule-invalid with the message of the API', async () => {
      const answer = await client.call(method, path + rest, { ...body, [field]: 'cat OR' })
      const message = "no viable alternative at input '<EOF>' (at position 7)."
      assert.deepEqual(
        [answer.status, answer.body],
        [400, { status: 400, reason: 'rule-invalid', message, field }],
      )
    })
  })
}
