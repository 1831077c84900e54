/** Runs a production Aviary in a separate process, with posts and a user who reads them. */
import type { Config } from '../../src/config.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'
import { fill } from './fill.ts'

let server: Server | undefined

interface Key {
  readonly key: string
  readonly secret: string
}

export interface Keys {
  readonly url: string
  readonly consumer: Key
  readonly token: Key
}

export const methods = {
  async start(config: Config, posts: number): Promise<Keys> {
    server = await startServer(config)
    const { context } = server.runtime
    const userId = await fill(context, posts)
    const app = await createApp(context, { name: 'bench', ownerId: userId, permissions: 'read' })
    const { accessToken, accessTokenSecret } = await issueToken(context, { appId: app.appId, userId })
    return {
      url: server.url,
      consumer: { key: app.consumerKey, secret: app.consumerSecret },
      token: { key: accessToken, secret: accessTokenSecret },
    }
  },
}

answerCalls(methods, async () => server?.close())
