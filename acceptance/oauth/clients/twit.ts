import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import type { World } from './world.ts'

interface Twit {
  get(path: string, params?: object): Promise<{ data: unknown }>
  post(path: string, params?: object): Promise<{ data: unknown }>
}
// The library has no types.
const Client = createRequire(import.meta.url)('twit') as new (config: object) => Twit

await clientScript(async (world: World) => {
  const keys = { consumer_key: world.key, consumer_secret: world.secret }
  const user = new Client({
    ...keys,
    access_token: world.accessToken,
    access_token_secret: world.accessSecret,
  })
  const app = new Client({ ...keys, app_only_auth: true })
  const me = (await user.get('account/verify_credentials')).data as { id_str: string }
  const followers = (await user.get('followers/ids', { user_id: world.userId })).data
  const friends = (await app.get('friends/ids', { user_id: world.userId })).data
  const ended = (await user.post('oauth/invalidate_token')).data as { access_token: string }
  const afterwards = await user.get('account/verify_credentials').then(
    () => 'still good',
    (error: { code: number; statusCode: number }) => [error.statusCode, error.code],
  )
  return {
    user: me.id_str,
    followers,
    friends,
    isEnded: ended.access_token === world.accessToken,
    afterwards,
  }
})
