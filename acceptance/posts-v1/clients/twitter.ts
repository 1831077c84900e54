import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import { useEverything, type World } from './world.ts'

interface Twitter {
  get(path: string, params: object): Promise<unknown>
  post(path: string, params: object): Promise<unknown>
}
// The library has no types.
const Client = createRequire(import.meta.url)('twitter') as new (options: object) => Twitter

await clientScript(async (world: World) => {
  const { key, secret, accessToken, accessSecret } = world
  const twitter = new Client({
    consumer_key: key,
    consumer_secret: secret,
    access_token_key: accessToken,
    access_token_secret: accessSecret,
  })
  const everything = await useEverything(
    {
      get: (path, params) => twitter.get(path, params),
      post: (path, params) => twitter.post(path, params),
    },
    world,
  )
  return { everything }
})
