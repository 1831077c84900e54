/**
 * Starts a server with an app, a receiver, and a console client of the app's owner. The file also declares
 * tests that all endpoints about webhooks have in common.
 */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { TestServerOptions } from '../server.ts'
import { WebhookStage } from '../webhooks/webhook-stage.ts'
import { ConsoleClient } from './console.ts'
import { refused, refusesForeignOrigins } from './console-suites.ts'

export interface WebhookConsole {
  readonly stage: WebhookStage
  readonly own: ConsoleClient
  readonly other: ConsoleClient
  /** Path of the app, below `/console/api`. */
  readonly app: string
  /** Registers the receiver. Returns the path of the webhook. */
  register(environment?: string): Promise<string>
}

export async function openWebhookConsole(
  t: TestContext,
  options: TestServerOptions = {},
): Promise<WebhookConsole> {
  const stage = await WebhookStage.set(t, options)
  const { server, mine, other } = stage
  const own = await ConsoleClient.signedIn(server, { userId: mine.owner.id })
  const otherConsole = await ConsoleClient.signedIn(server, { accountName: 'other', userId: other.owner.id })
  const app = `/apps/${mine.app.appId}`
  const register = async (environment = '') => {
    const { status, body } = await own.post(`${app}/webhooks`, { url: stage.receiver.url, environment })
    assert.equal(status, 201, JSON.stringify(body))
    return `${app}/webhooks/${body.webhook.id}`
  }
  return { stage, own, other: otherConsole, app, register }
}

/**
 * Tests that a call about a webhook refuses other apps, other webhooks, and requests that do not come from
 * the console.
 */
export async function needsOwnWebhook(
  t: TestContext,
  { own, other, app }: WebhookConsole,
  webhook: string,
  calls: readonly (readonly [method: string, path: string, body?: object])[],
): Promise<void> {
  await t.test('404/app-not-found for the app of another user', async () => {
    for (const [method, path, body] of calls)
      await refused(other.call(method, webhook + path, body), 404, 'app-not-found')
  })
  await t.test('404/webhook-not-found for an unknown webhook, and for an invalid id', async () => {
    for (const [method, path, body] of calls) {
      await refused(own.call(method, `${app}/webhooks/1${path}`, body), 404, 'webhook-not-found')
      await refused(own.call(method, `${app}/webhooks/x${path}`, body), 404, 'webhook-not-found')
    }
  })
  const writing = calls.filter(([method]) => method !== 'GET')
  await refusesForeignOrigins(
    t,
    own,
    writing.map(([method, path, ...body]) => [method, webhook + path, ...body] as const),
  )
}
