/**
 * Runs the unmodified twitter-webhooks. The library expects an Express application, which this file imitates.
 * The library does not verify the signatures of deliveries, so this file verifies them over the exact bytes.
 */
import { createHmac } from 'node:crypto'
import { type EventEmitter, once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { clientScript } from '../../support/client.ts'
import type { Side, World } from './world.ts'

interface Webhook {
  readonly id: string
  readonly url: string
  readonly valid: boolean
}
interface User {
  readonly userId: string
  readonly accessToken: string
  readonly accessTokenSecret: string
}
interface Client extends EventEmitter {
  (request: object, response: object, next: () => void): void
  register(): Promise<Webhook>
  unregister(options: { webhookId: string }): Promise<void>
  subscribe(user: User): Promise<EventEmitter>
  unsubscribe(user: User): Promise<void>
  isSubscribed(user: User): Promise<boolean>
  getWebhooks(): Promise<{ environments: { environment_name: string; webhooks: Webhook[] }[] }>
  getWebhook(): Promise<Webhook[]>
  getSubscriptions(): Promise<{ user_id: string }[]>
  triggerChallengeResponseCheck(options: { webhookId: string }): Promise<{ statusCode: number }>
}

const require = createRequire(import.meta.url)
const { userActivity } = require('twitter-webhooks') as {
  userActivity(config: object): Client
}
const Twit = require('twit') as new (
  config: object,
) => { post(path: string, parameters: object): Promise<unknown> }

// The library prints every challenge, but standard output may contain only the result.
console.log = () => undefined

await clientScript(async ({ key, secret, owner, other }: World) => {
  const seen = { challenges: 0, isSigned: true, types: new Set<string | undefined>() }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = userActivity({
    serverUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    route: '/hook',
    consumerKey: key,
    consumerSecret: secret,
    accessToken: owner.token,
    accessTokenSecret: owner.secret,
    environment: 'dev',
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    const raw = Buffer.concat(pieces)
    const query = request.url?.split('?')[1] ?? ''
    const signed = request.method === 'GET' ? query : raw
    const expected = `sha256=${createHmac('sha256', secret).update(signed).digest('base64')}`
    if (request.headers['x-twitter-webhooks-signature'] !== expected) seen.isSigned = false
    if (request.method === 'GET') seen.challenges += 1
    else seen.types.add(request.headers['content-type'])
    client(
      {
        method: request.method,
        query: Object.fromEntries(new URLSearchParams(query)),
        body: request.method === 'POST' ? JSON.parse(raw.toString()) : undefined,
      },
      {
        json: (body: object) => response.end(JSON.stringify(body)),
        sendStatus: (status: number) => response.writeHead(status).end(),
      },
      () => undefined,
    )
  }

  const userOf = ({ id, token, secret }: Side): User => ({
    userId: id,
    accessToken: token,
    accessTokenSecret: secret,
  })
  const webhook = await client.register()
  const activity = await client.subscribe(userOf(owner))
  const twice = await client.subscribe(userOf(owner)).then(
    () => undefined,
    (error: { code: number }) => error.code,
  )
  const them = new Twit({
    consumer_key: key,
    consumer_secret: secret,
    access_token: other.token,
    access_token_secret: other.secret,
  })
  const nextEvent = (name: string) => once(activity, name) as Promise<[Record<string, unknown>]>
  const [[followed]] = await Promise.all([
    nextEvent('follow'),
    them.post('friendships/create', { user_id: owner.id }),
  ])
  const us = new Twit({
    consumer_key: key,
    consumer_secret: secret,
    access_token: owner.token,
    access_token_secret: owner.secret,
  })
  const event = {
    type: 'message_create',
    message_create: { target: { recipient_id: other.id }, message_data: { text: 'hello' } },
  }
  const [[message]] = await Promise.all([
    nextEvent('direct_message'),
    us.post('direct_messages/events/new', { event }),
  ])
  const found = {
    webhook: [webhook.url.endsWith('/hook'), webhook.valid],
    twice,
    followed: [followed['type'], (followed['source'] as { readonly id_str?: string }).id_str === other.id],
    message: (message as { message_create?: { message_data?: { text?: string } } }).message_create
      ?.message_data?.text,
    environments: (await client.getWebhooks()).environments.map(({ environment_name, webhooks }) => [
      environment_name,
      webhooks.length,
    ]),
    own: (await client.getWebhook()).map(({ id }) => id === webhook.id),
    subscriptions: (await client.getSubscriptions()).map(({ user_id }) => user_id === owner.id),
    isSubscribed: [await client.isSubscribed(userOf(owner)), await client.isSubscribed(userOf(other))],
    triggered: (await client.triggerChallengeResponseCheck({ webhookId: webhook.id })).statusCode,
  }
  await client.unsubscribe(userOf(owner))
  const afterwards = await client.isSubscribed(userOf(owner))
  await client.unregister({ webhookId: webhook.id })
  const left = (await client.getWebhook()).length
  server.close()
  server.closeAllConnections()
  return { ...found, afterwards, left, ...seen, types: [...seen.types] }
})
