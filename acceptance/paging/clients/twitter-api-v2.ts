import { TwitterApi } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import { type World, walkBothWays } from './world.ts'

await clientScript(async ({ key, secret, accessToken, accessSecret, userId }: World) => {
  const keys = { appKey: key, appSecret: secret }
  const user = new TwitterApi({ ...keys, accessToken, accessSecret })
  const app = await new TwitterApi(keys).appLogin()
  const [byUser, byApp] = [user, app].map((client) =>
    walkBothWays(userId, (params) => client.v1.get('followers/ids.json', params)),
  )
  return { user: await byUser, app: await byApp }
})
