/** Runs a production Aviary in a separate process. Tokens of its users may write. */
import type { Config } from '../../src/config.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { must } from '../../src/lib/assert.ts'
import { type Server, startServer } from '../../src/server.ts'
import { authorization, signed } from '../../test/support/http/signed-wire.ts'
import { answerCalls } from '../lib/child.ts'
import { authorsOf } from './authors.ts'

let server: Server | undefined

interface Key {
  readonly key: string
  readonly secret: string
}

export interface Keys {
  readonly url: string
  readonly consumer: Key
  /** Token of each client. */
  readonly tokens: readonly Key[]
  /** Body of a response. */
  readonly answer: string
}

export const methods = {
  async start(config: Config, count: number): Promise<Keys> {
    server = await startServer(config)
    const { url } = server
    const { context } = server.runtime
    const authors = await authorsOf(context, count)
    const ownerId = must(authors[0], 'an author')
    const app = await createApp(context, { name: 'bench', ownerId, permissions: 'read-write' })
    const consumer = { key: app.consumerKey, secret: app.consumerSecret }
    const tokens = await Promise.all(
      authors.map(async (userId) => {
        const token = await issueToken(context, { appId: app.appId, userId })
        return { key: token.accessToken, secret: token.accessTokenSecret }
      }),
    )
    const path = '/1.1/statuses/update.json?status=The%20first'
    const signing = {
      method: 'POST',
      scheme: 'http',
      host: new URL(url).host,
      target: path,
      consumer,
      token: must(tokens[0], 'a token'),
      timestamp: Math.floor(context.clock.now() / 1000),
    } as const
    const headers = { authorization: authorization(signed(signing)) }
    const response = await fetch(url + path, { method: 'POST', headers })
    const answer = await response.text()
    if (response.status !== 200) throw new Error(answer)
    return { url, consumer, tokens, answer }
  },
}

answerCalls(methods, async () => server?.close())
