import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import type { World } from './world.ts'

interface Twitter {
  get(path: string, params: object): Promise<unknown>
  post(path: string, params: object): Promise<unknown>
}
// The library has no types.
const Client = createRequire(import.meta.url)('twitter') as new (options: object) => Twitter

await clientScript(async (world: World) => {
  const keys = { consumer_key: world.key, consumer_secret: world.secret }
  const user = new Client({
    ...keys,
    access_token_key: world.accessToken,
    access_token_secret: world.accessSecret,
  })
  const app = new Client({ ...keys, bearer_token: world.bearer })
  const me = (await user.get('account/verify_credentials', {})) as { id_str: string }
  const followers = await user.get('followers/ids', { user_id: world.userId })
  const friends = await app.get('friends/ids', { user_id: world.userId })
  const ended = (await user.post('oauth/invalidate_token', {})) as { access_token: string }
  const afterwards = await user.get('account/verify_credentials', {}).then(
    () => 'still good',
    (errors: { code: number }[]) => errors.map(({ code }) => code),
  )
  return {
    user: me.id_str,
    followers,
    friends,
    isEnded: ended.access_token === world.accessToken,
    afterwards,
  }
})
