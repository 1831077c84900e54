/** Runs a production Aviary with users and their tokens, in a separate process. */
import type { Config } from '../../src/config.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { must } from '../../src/lib/assert.ts'
import { type Server, startServer } from '../../src/server.ts'
import { authorization, signed } from '../../test/support/http/signed-wire.ts'
import { answerCalls } from '../lib/child.ts'
import { pairsOf } from './pairs.ts'

let server: Server | undefined

interface Key {
  readonly key: string
  readonly secret: string
}

export interface Keys {
  readonly url: string
  readonly consumer: Key
  readonly clients: readonly { readonly token: Key; readonly target: bigint }[]
  /** Body of a response. */
  readonly answer: string
}

export const methods = {
  async start(config: Config, count: number): Promise<Keys> {
    server = await startServer(config)
    const { url } = server
    const { context } = server.runtime
    const pairs = await pairsOf(context, count)
    const ownerId = must(pairs[0], 'a pair').follower
    const app = await createApp(context, { name: 'bench', ownerId, permissions: 'read-write' })
    const consumer = { key: app.consumerKey, secret: app.consumerSecret }
    const clients = await Promise.all(
      pairs.map(async ({ follower, followee }) => {
        const token = await issueToken(context, { appId: app.appId, userId: follower })
        return { token: { key: token.accessToken, secret: token.accessTokenSecret }, target: followee }
      }),
    )
    const { token, target } = must(clients[0], 'a client')
    const path = `/1.1/friendships/destroy.json?user_id=${target}`
    const credentials = authorization(
      signed({
        method: 'POST',
        scheme: 'http',
        host: new URL(url).host,
        target: path,
        consumer,
        token,
        timestamp: Math.floor(context.clock.now() / 1000),
      }),
    )
    const response = await fetch(url + path, { method: 'POST', headers: { authorization: credentials } })
    const answer = await response.text()
    if (response.status !== 200) throw new Error(answer)
    return { url, consumer, clients, answer }
  },
}

answerCalls(methods, async () => server?.close())
