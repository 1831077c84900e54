import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import { type World, walkBothWays } from './world.ts'

interface Twit {
  get(path: string, params: object): Promise<{ data: unknown }>
}
// The library has no types.
const Client = createRequire(import.meta.url)('twit') as new (config: object) => Twit

await clientScript(async ({ key, secret, accessToken, accessSecret, userId }: World) => {
  const keys = { consumer_key: key, consumer_secret: secret }
  const user = new Client({ ...keys, access_token: accessToken, access_token_secret: accessSecret })
  const app = new Client({ ...keys, app_only_auth: true })
  const [byUser, byApp] = [user, app].map((client) =>
    walkBothWays(userId, async (params) => (await client.get('followers/ids', params)).data),
  )
  return { user: await byUser, app: await byApp }
})
