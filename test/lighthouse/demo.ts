/**
 * Starts the demo that Lighthouse measures: `aviary demo` in its own process, with an operator's session and with
 * data on every page.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ROOT } from '../../scripts/root.ts'
import { type Receiver, startReceiver } from '../support/webhooks/webhook-receiver.ts'
import type { DemoFacts } from './pages.ts'

export interface Demo {
  readonly url: string
  /** The session of the demo's console user, who is an operator. */
  readonly cookie: string
  readonly facts: DemoFacts
  stop(): Promise<void>
}

type Call = (method: 'GET' | 'POST', path: string, body?: object) => Promise<Answer>

/** The members of the console's responses that this file reads. */
interface Answer {
  readonly network_user?: { readonly id: string; readonly screen_name: string }
  readonly apps?: readonly { readonly id: string }[]
  readonly posts?: readonly { readonly id: string; readonly author: { readonly id: string } }[]
  readonly reports?: readonly { readonly id: string }[]
  readonly webhook?: { readonly id: string } | null
  readonly response?: { readonly status: number; readonly body: string }
}

/** Without the test controls, the page of the test controls at the desk would only say that they are off. */
const SETTINGS = ['--port', '0', '--ops-port', '0', '--webhook-allow', '127.0.0.1', '--test-controls', 'on']

const LINK = /http:\/\/\S+\/console\/link#\S+/
const SECRET = /consumer secret +(\S+)/

/** Starts the demo, and fills the lists of the desk that the demo leaves empty. */
export async function startDemo(data: string): Promise<Demo> {
  const child = spawn(process.execPath, [join(ROOT, 'bin/aviary.js'), 'demo', '--data', data, ...SETTINGS], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  let text = ''
  const link = await new Promise<URL>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      const [found] = LINK.exec(text) ?? []
      if (found !== undefined) resolve(new URL(found))
    })
    void ended.then(() => reject(new Error(`the demo has ended: ${text}`)))
  })
  const closing: (() => void)[] = []
  const stop = async () => {
    for (const close of closing) close()
    child.kill('SIGTERM')
    await ended
  }
  try {
    const cookie = await signedIn(link)
    const receiver = await startReceiver(
      { after: (close) => closing.push(close as () => void) },
      SECRET.exec(text)?.[1],
    )
    const facts = await filled(callWith(link, cookie), receiver)
    return { url: link.origin, cookie, facts, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function signedIn(link: URL): Promise<string> {
  const response = await fetch(new URL('/console/api/session/link', link), {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: link.origin },
    body: JSON.stringify({ token: link.hash.slice(1) }),
  })
  return (response.headers.getSetCookie()[0] ?? '').split(';')[0] ?? ''
}

function callWith(link: URL, cookie: string): Call {
  return async (method, path, body) => {
    const response = await fetch(new URL(`/console/api${path}`, link), {
      method,
      headers: { cookie, 'content-type': 'application/json', origin: link.origin },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
    return JSON.parse(text === '' ? '{}' : text) as Answer
  }
}

/** Creates a webhook with a delivery, a report that a member made, and an invitation. */
async function filled(call: Call, receiver: Receiver): Promise<DemoFacts> {
  const user = there((await call('GET', '/session')).network_user, 'network user')
  const appId = there((await call('GET', '/apps')).apps?.[0], 'app').id
  const post = there((await call('GET', '/operator/posts')).posts?.[0], 'post')
  const asUser = async (path: string, fields: readonly (readonly [name: string, value: string])[]) => {
    const form = fields.map(([name, value]) => ({ name, value }))
    const tried = { method: 'POST', path, as: 'owner', query: [], form }
    const { response } = await call('POST', `/apps/${appId}/try`, tried)
    if (response?.status !== 200) throw new Error(`POST ${path}: ${response?.status} ${response?.body}`)
  }
  const webhooks = `/apps/${appId}/webhooks`
  const registered = await call('POST', webhooks, { url: receiver.url, environment: '' })
  const webhookId = there(registered.webhook ?? undefined, 'webhook').id
  await call('POST', `${webhooks}/${webhookId}/subscriptions`)
  await asUser('/1.1/statuses/update.json', [['status', 'A post for the webhook #birds']])
  await receiver.until(1)
  await asUser('/1.1/users/report_spam.json', [
    ['user_id', post.author.id],
    ['perform_block', 'false'],
  ])
  const reportId = there((await call('GET', '/operator/reports')).reports?.[0], 'report').id
  await call('POST', '/operator/invitations', { note: 'A guest', days: 7 })
  return {
    ...{ appId, webhookId, reportId },
    ...{ postId: post.id, userId: user.id, username: user.screen_name },
  }
}

function there<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`the demo has no ${name}`)
  return value
}
