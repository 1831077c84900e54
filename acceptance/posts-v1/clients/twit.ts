import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import { useEverything, type World } from './world.ts'

interface Twit {
  get(path: string, params: object): Promise<{ data: unknown }>
  post(path: string, params: object): Promise<{ data: unknown }>
}
// The library has no types.
const Client = createRequire(import.meta.url)('twit') as new (config: object) => Twit

await clientScript(async (world: World) => {
  const { key, secret, accessToken, accessSecret } = world
  const twit = new Client({
    consumer_key: key,
    consumer_secret: secret,
    access_token: accessToken,
    access_token_secret: accessSecret,
  })
  const everything = await useEverything(
    {
      get: async (path, params) => (await twit.get(path, params)).data,
      post: async (path, params) => (await twit.post(path, params)).data,
    },
    world,
  )
  return { everything }
})
