/** Creates passkeys of console users for tests. */
import assert from 'node:assert/strict'
import type { Engine } from '../../../src/db/query.ts'
import { createConsoleLink, firstConsoleUser } from '../../../src/domain/console/links.ts'
import { CONSOLE_PASSWORD, ConsoleClient } from '../console/console.ts'
import type { Hooks } from '../engines.ts'
import { startTestServer } from '../server.ts'
import { TestClock } from '../test-clock.ts'
import { TestAuthenticator } from './authenticator.ts'

/**
 * The URL of the server with its IP address instead of its host name. Browsers support no passkeys at IP
 * addresses.
 */
export function addressUrl(url: string): string {
  return url.replace('localhost', '127.0.0.1')
}

/** Registers a passkey of a signed-in user. @returns its authenticator */
export async function addTestPasskey(
  client: ConsoleClient,
  url: string,
  name = 'Laptop',
  hasPassword = true,
) {
  const proof = hasPassword ? { current_password: CONSOLE_PASSWORD } : {}
  const { body } = await client.post('/passkeys/options', proof)
  const authenticator = new TestAuthenticator(url, name)
  const answer = await client.post('/passkeys', { name, credential: authenticator.register(body.options) })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { authenticator, passkey: answer.body as { readonly id: string } }
}

/** Requests the options of a sign-in, for a browser without a session. */
export async function signInOptionsOf(url: string): Promise<{ readonly challenge: string }> {
  return (await new ConsoleClient(url).call('POST', '/session/passkey/options', {})).body.options
}

/** Starts a server whose first console user has signed in with a link, and has a passkey but no password. */
export async function openPasskeyOnly(t: Hooks, engine: Engine) {
  const clock = new TestClock(Date.UTC(2026, 0, 5, 12))
  const { context, url } = await startTestServer(t, { engine, clock })
  const token = await createConsoleLink(context, await firstConsoleUser(context))
  const client = new ConsoleClient(url)
  await client.post('/session/link', { token })
  const { authenticator } = await addTestPasskey(client, url, 'Laptop', false)
  const signInAgain = async (by: TestAuthenticator) => {
    const credential = by.signIn(await signInOptionsOf(url))
    assert.equal((await client.post('/session/passkey', { credential })).status, 201)
  }
  return { client, clock, authenticator, signInAgain }
}
