/** A webhook receiver: a real HTTP server that answers challenges. Tests decide how it handles deliveries. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hooks } from '../engines.ts'

/** A delivery that arrived. */
export interface Received {
  readonly headers: IncomingMessage['headers']
  readonly raw: Buffer
  readonly body: Readonly<Record<string, unknown>>
  /** True if the signature is valid for the exact bytes of the body. */
  readonly isSigned: boolean
}

export type Behaviour = (response: ServerResponse, received: Received) => void

export interface Receiver {
  /** URL of the receiver. Every path works. */
  readonly url: string
  readonly port: number
  /** Received deliveries, in the order of arrival. */
  readonly deliveries: Received[]
  /** Received challenges: raw query and signature header. */
  readonly challenges: { readonly query: string; readonly signature: string | undefined }[]
  /** The consumer secret that signs deliveries. */
  secret: string
  /** Handles a delivery. The default responds with 200. */
  onDelivery: Behaviour
  /** Handles a challenge. The default responds correctly. */
  onChallenge: (response: ServerResponse, token: string) => void
  /** Resolves after this number of deliveries since the start. */
  until(count: number): Promise<void>
  /** Resolves after this number of challenges since the start. */
  untilChallenged(count: number): Promise<void>
}

/** @param path path of the URL; it may have a query */
export async function startReceiver(t: Hooks, secret = '', path = '/hook'): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const wake = () => {
    for (const check of [...waiting]) check()
  }
  const until = (isThere: () => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => {
        if (!isThere()) return
        waiting.delete(check)
        resolve()
      }
      waiting.add(check)
      check()
    })
  const server = createServer((request, response) => {
    answer(receiver, request, response).then(wake, () => response.destroy())
  })
  const port = await listening(t, server)
  const receiver: Receiver = {
    url: `http://127.0.0.1:${port}${path}`,
    port,
    deliveries: [],
    challenges: [],
    secret,
    onDelivery: (response) => response.end(),
    onChallenge: (response, token) =>
      response.end(JSON.stringify({ response_token: signed(receiver.secret, token) })),
    until: (count) => until(() => receiver.deliveries.length >= count),
    untilChallenged: (count) => until(() => receiver.challenges.length >= count),
  }
  return receiver
}

export function signed(secret: string, message: string | Buffer): string {
  return `sha256=${createHmac('sha256', secret).update(message).digest('base64')}`
}

async function answer(receiver: Receiver, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, query = ''] = (request.url ?? '').split('?')
  const signature = request.headers['x-twitter-webhooks-signature']?.toString()
  if (request.method === 'GET') {
    receiver.challenges.push({ query, signature })
    receiver.onChallenge(response, new URLSearchParams(query).get('crc_token') ?? '')
    return
  }
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  const raw = Buffer.concat(pieces)
  const received: Received = {
    headers: request.headers,
    raw,
    body: JSON.parse(raw.toString()) as Readonly<Record<string, unknown>>,
    isSigned: signature === signed(receiver.secret, raw),
  }
  receiver.deliveries.push(received)
  receiver.onDelivery(response, received)
}

async function listening(t: Hooks, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  return (server.address() as AddressInfo).port
}
