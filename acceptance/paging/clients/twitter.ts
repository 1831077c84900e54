import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import { type World, walkBothWays } from './world.ts'

interface Twitter {
  get(path: string, params: object): Promise<unknown>
}
// The library has no types.
const Client = createRequire(import.meta.url)('twitter') as new (options: object) => Twitter

await clientScript(async ({ key, secret, bearer, accessToken, accessSecret, userId }: World) => {
  const keys = { consumer_key: key, consumer_secret: secret }
  const user = new Client({ ...keys, access_token_key: accessToken, access_token_secret: accessSecret })
  const app = new Client({ ...keys, bearer_token: bearer })
  const [byUser, byApp] = [user, app].map((client) =>
    walkBothWays(userId, (params) => client.get('followers/ids', params)),
  )
  return { user: await byUser, app: await byApp }
})
