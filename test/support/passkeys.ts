/** Passkeys of console users in tests. */
import assert from 'node:assert/strict'
import { TestAuthenticator } from './authenticator.ts'
import { CONSOLE_PASSWORD, ConsoleClient } from './console.ts'

/** Browsers have no passkeys at IP addresses. */
export function addressUrl(url: string): string {
  return url.replace('localhost', '127.0.0.1')
}

/** Registers a passkey of a signed-in user. @returns its authenticator */
export async function addTestPasskey(client: ConsoleClient, url: string, name = 'Laptop') {
  const { body } = await client.post('/passkeys/options', { current_password: CONSOLE_PASSWORD })
  const authenticator = new TestAuthenticator(url, name)
  const answer = await client.post('/passkeys', { name, credential: authenticator.register(body.options) })
  assert.equal(answer.status, 201, JSON.stringify(answer.body))
  return { authenticator, passkey: answer.body as { readonly id: string } }
}

/** Options of a sign-in, for a browser without a session. */
export async function signInOptionsOf(url: string): Promise<{ readonly challenge: string }> {
  return (await new ConsoleClient(url).call('POST', '/session/passkey/options', {})).body.options
}
