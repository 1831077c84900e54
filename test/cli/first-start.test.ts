/**
 * Tests that a server prints a link that signs in to the console, until a console user can sign in without a
 * link.
 */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { type RunningCli, startCli } from '../support/cli.ts'
import { type Hooks, temporaryDirectory } from '../support/engines.ts'
import { slowTest as test } from '../support/part.ts'

const LINK = /Sign in to the console with this link; it works once, within 24 hours: (\S+)/

interface Started {
  readonly run: RunningCli
  readonly url: string
}

async function start(t: Hooks, data: string): Promise<Started> {
  const run = startCli(t, ['serve', '--data', data, '--port', '0', '--ops-port', '0', '--log-level', 'fatal'])
  const [, url = ''] = await run.said(/Aviary serves (http:\S+) /)
  return { run, url }
}

/** Stops the server. @returns the text on its standard error */
async function stop({ run }: Started): Promise<string> {
  run.kill('SIGTERM')
  return (await run.ended).err
}

test('spec/console.md#one-time-links: the printed link signs in once, and the server prints links until a password is set', async (t) => {
  const data = join(await temporaryDirectory(t), 'data')
  const first = await start(t, data)
  const [, link = ''] = await first.run.said(LINK)
  assert.ok(link.startsWith(`${first.url}/console/link#`), link)
  const send = (server: Started, method: string, path: string, body: object, cookie = '') =>
    fetch(`${server.url}/console/api/${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: server.url, cookie },
      body: JSON.stringify(body),
    })
  const token = new URL(link).hash.slice(1)
  const signedIn = await send(first, 'POST', 'session/link', { token })
  assert.equal(signedIn.status, 201)
  assert.equal((await send(first, 'POST', 'session/link', { token })).status, 404)
  await stop(first)

  const second = await start(t, data)
  const [, again = ''] = await second.run.said(LINK)
  const fresh = await send(second, 'POST', 'session/link', { token: new URL(again).hash.slice(1) })
  assert.equal(fresh.status, 201)
  const [cookie = ''] = (fresh.headers.getSetCookie()[0] ?? '').split(';')
  const credentials = { email: 'ada@example.org', password: 'battery staple' }
  assert.equal((await send(second, 'PUT', 'account', credentials, cookie)).status, 204)
  await stop(second)

  const third = await start(t, data)
  assert.equal((await send(third, 'POST', 'session', credentials)).status, 201)
  assert.doesNotMatch(await stop(third), LINK)
})
