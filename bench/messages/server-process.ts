/** Runs a production Aviary in a separate process. Tokens of its users may send direct messages. */
import type { Config } from '../../src/config.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { must } from '../../src/lib/assert.ts'
import { type Server, startServer } from '../../src/server.ts'
import { authorization, signed } from '../../test/support/http/signed-wire.ts'
import { answerCalls } from '../lib/child.ts'
import { fillMessages } from './fill.ts'
import { bodyOf, pairsOf } from './people.ts'

let server: Server | undefined

interface Key {
  readonly key: string
  readonly secret: string
}

export interface Keys {
  readonly url: string
  readonly consumer: Key
  readonly clients: readonly { readonly token: Key; readonly recipient: bigint }[]
  /** Body of a response. */
  readonly answer: string
}

const PATH = '/1.1/direct_messages/events/new.json'

export const methods = {
  /** @param messages number of messages that the first client has already sent */
  async start(config: Config, count: number, messages: number): Promise<Keys> {
    server = await startServer(config)
    const { url } = server
    const { context, store } = server.runtime
    const pairs = await pairsOf(context, count)
    const first = must(pairs[0], 'a pair')
    const app = await createApp(context, {
      name: 'bench',
      ownerId: first.sender,
      permissions: 'read-write-directmessages',
    })
    const consumer = { key: app.consumerKey, secret: app.consumerSecret }
    const clients = await Promise.all(
      pairs.map(async ({ sender, recipient }) => {
        const token = await issueToken(context, { appId: app.appId, userId: sender })
        return { token: { key: token.accessToken, secret: token.accessTokenSecret }, recipient }
      }),
    )
    await fillMessages(store, first, messages, context.clock.now())
    const { token, recipient } = must(clients[0], 'a client')
    const credentials = authorization(
      signed({
        method: 'POST',
        scheme: 'http',
        host: new URL(url).host,
        target: PATH,
        consumer,
        token,
        timestamp: Math.floor(context.clock.now() / 1000),
      }),
    )
    const response = await fetch(url + PATH, {
      method: 'POST',
      headers: { authorization: credentials, 'content-type': 'application/json' },
      body: bodyOf(recipient),
    })
    const answer = await response.text()
    if (response.status !== 200) throw new Error(answer)
    return { url, consumer, clients, answer }
  },
}

answerCalls(methods, async () => server?.close())
