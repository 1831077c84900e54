/** Runs an Aviary for uploads, in a separate process. */
import type { Config } from '../../src/config.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

let server: Server | undefined

export interface Credentials {
  readonly url: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly accessToken: string
  readonly accessTokenSecret: string
}

export const methods = {
  async start(config: Config): Promise<Credentials> {
    server = await startServer(config)
    const { context } = server.runtime
    const user = await createUser(context, { screenName: 'bench' })
    const app = await createApp(context, { name: 'bench', ownerId: user.id, permissions: 'read-write' })
    const token = await issueToken(context, { appId: app.appId, userId: user.id })
    return { url: server.url, ...app, ...token }
  },
}

answerCalls(methods, async () => server?.close())
