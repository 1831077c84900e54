/** Runs the public listener of Aviary with trivial endpoints, in a separate process. */
import { v11Endpoint, v11Family } from '../../src/api/1.1/_family.ts'
import { followersIds } from '../../src/api/1.1/followers/ids.ts'
import type { Config } from '../../src/config.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import { issueToken } from '../../src/domain/apps/tokens.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

/** More requests than a bench can send. Requests count in the rate window, but none is refused. */
const ENOUGH = 1_000_000_000

const BODY = '{}'

const empty = v11Endpoint({
  paths: ['/1.1/bench/empty.json'],
  summary: 'Nothing.',
  window: { user: ENOUGH, app: ENOUGH },
  params: {},
  handle: async () => ({ status: 200, body: BODY }),
})

const spent = v11Endpoint({
  paths: ['/1.1/bench/spent.json'],
  summary: 'An empty endpoint whose rate window is always spent.',
  window: { user: 0, app: 0 },
  params: {},
  handle: async () => ({ status: 200, body: BODY }),
})

let server: Server | undefined

export interface Credentials {
  readonly url: string
  readonly bearerToken: string
  readonly consumerKey: string
  readonly consumerSecret: string
  readonly accessToken: string
  readonly accessTokenSecret: string
}

export const methods = {
  async start(config: Config): Promise<Credentials> {
    server = await startServer(config, {
      families: [v11Family([empty, spent, { ...followersIds, window: { user: ENOUGH, app: ENOUGH } }])],
    })
    const { context } = server.runtime
    const user = await createUser(context, { screenName: 'bench' })
    const app = await createApp(context, { name: 'bench', ownerId: user.id, permissions: 'read' })
    const token = await issueToken(context, { appId: app.appId, userId: user.id })
    return { url: server.url, ...app, ...token }
  },
}

answerCalls(methods, async () => server?.close())
