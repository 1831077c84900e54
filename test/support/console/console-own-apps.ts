/** Creates a developer with an app in the console, and declares tests that the endpoints of apps share. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Engine } from '../../../src/db/query.ts'
import { type CreatedApp, createApp } from '../../../src/domain/apps/create-app.ts'
import { must } from '../../../src/lib/assert.ts'
import { signature } from '../api-client.ts'
import type { Hooks } from '../engines.ts'
import { type SharedServer, serverFor, type TestServer } from '../server.ts'
import { createUsers } from '../users.ts'
import { type ConsoleAnswer, ConsoleClient } from './console.ts'

/**
 * Makes two developers. `path` is the path of the first developer's app.
 * @param source a shared server, or the engine of a server for one test
 */
export async function openAppConsole(t: Hooks, source: Engine | SharedServer = 'sqlite') {
  const server = await serverFor(t, typeof source === 'function' ? source : { engine: source })
  const users = await createUsers(server.context, 2)
  const [owner, other] = [must(users[0], 'a user'), must(users[1], 'a user')]
  const app: CreatedApp = await createApp(server.context, {
    name: 'An app',
    ownerId: owner.id,
    permissions: 'read',
  })
  const client = await ConsoleClient.signedIn(server, { accountName: 'acme', userId: owner.id })
  const otherDeveloper = await ConsoleClient.signedIn(server, { accountName: 'other', userId: other.id })
  const unlinked = await ConsoleClient.signedIn(server, { accountName: 'none' })
  return { ...server, owner, other, app, client, otherDeveloper, unlinked, path: `/apps/${app.appId}` }
}

/** Asserts the status, reason and field of a problem. */
export function assertProblem(answer: ConsoleAnswer, status: number, reason: string, field?: string): void {
  assert.deepEqual([answer.status, answer.body?.reason, answer.body?.field], [status, reason, field])
}

/** The status of a call that a real client library has signed with these keys. */
export async function signedStatus(
  { url, clock }: Pick<TestServer, 'url'> & { readonly clock: { now(): number } },
  consumer: { readonly consumer_key: string; readonly consumer_secret: string },
  token: { readonly access_token: string; readonly access_token_secret: string },
): Promise<number> {
  const target = `${url}/1.1/account/verify_credentials.json`
  const keys = { key: consumer.consumer_key, secret: consumer.consumer_secret }
  const credentials = signature(keys, { key: token.access_token, secret: token.access_token_secret }, () =>
    clock.now(),
  )
  return (await fetch(target, { headers: { authorization: credentials('GET', target) } })).status
}

/** The status of a call with this bearer token. */
export async function bearerStatus(url: string, token: string): Promise<number> {
  const target = `${url}/1.1/statuses/lookup.json?id=1`
  return (await fetch(target, { headers: { authorization: `Bearer ${token}` } })).status
}

/**
 * Tests the errors of a call that must send the version of the credentials.
 * @param path the part of the path after the path of the app
 * @param shared a server with the default options
 */
export function versionErrors(method: string, path: string, shared: SharedServer, body: object = {}): void {
  test(`${method} ${path}: errors of changes of credentials`, async (t) => {
    const { client, otherDeveloper, path: app } = await openAppConsole(t, shared)
    const target = `${app}${path}`
    await t.test('404/app-not-found for the app of another developer and for an unknown app', async () => {
      assertProblem(
        await otherDeveloper.call(method, target, { ...body, version: 'x' }),
        404,
        'app-not-found',
      )
      assertProblem(
        await client.call(method, `/apps/1${path}`, { ...body, version: 'x' }),
        404,
        'app-not-found',
      )
    })
    await t.test('400/field-invalid without a version', async () => {
      assertProblem(await client.call(method, target, body), 400, 'field-invalid', 'version')
    })
    await t.test('409/credentials-changed for the version of an older page', async () => {
      const answer = await client.call(method, target, { ...body, version: 'older' })
      assertProblem(answer, 409, 'credentials-changed')
      assert.match(answer.body.message, /changed nothing/)
    })
    await t.test('403/foreign-origin for the page of another site', async () => {
      const site = { origin: 'https://evil.example' }
      assertProblem(await client.call(method, target, { ...body, version: 'x' }, site), 403, 'foreign-origin')
    })
  })
}
