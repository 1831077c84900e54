import { TwitterApi } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import type { World } from './world.ts'

type Input = Pick<World, 'key' | 'secret' | 'accessToken' | 'accessSecret'> & { readonly status: string }

await clientScript(async ({ key, secret, accessToken, accessSecret, status }: Input) => {
  const { v1 } = new TwitterApi({ appKey: key, appSecret: secret, accessToken, accessSecret })
  return { id: (await v1.tweet(status)).id_str }
})
