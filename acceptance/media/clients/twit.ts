import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import type { World } from './world.ts'

type Body = Readonly<Record<string, unknown>>

interface Twit {
  post(path: string, params?: object): Promise<{ data: Body }>
  postMediaChunked(params: object, done: (error: Error | undefined, body: Body) => void): void
}
// The library has no types.
const Client = createRequire(import.meta.url)('twit') as new (config: object) => Twit

await clientScript(async (world: World) => {
  const client = new Client({
    consumer_key: world.key,
    consumer_secret: world.secret,
    access_token: world.accessToken,
    access_token_secret: world.accessSecret,
  })
  const media_data = readFileSync(world.picture, { encoding: 'base64' })
  const { data: picture } = await client.post('media/upload', { media_data })
  const named = { media_id: picture['media_id_string'], alt_text: { text: 'A sky.' } }
  await client.post('media/metadata/create', named)
  const video = await new Promise<Body>((resolve, reject) =>
    client.postMediaChunked({ file_path: world.video }, (error, body) =>
      error === undefined || error === null ? resolve(body) : reject(error),
    ),
  )
  return { picture: picture['image'], video: [video['video'], video['size']] }
})
