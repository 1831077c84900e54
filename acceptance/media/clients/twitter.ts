import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import type { World } from './world.ts'

type Body = Readonly<Record<string, unknown>>

interface Twitter {
  post(path: string, params: object): Promise<Body>
}
// The library has no types.
const Client = createRequire(import.meta.url)('twitter') as new (config: object) => Twitter

await clientScript(async (world: World) => {
  const client = new Client({
    consumer_key: world.key,
    consumer_secret: world.secret,
    access_token_key: world.accessToken,
    access_token_secret: world.accessSecret,
  })
  const picture = await client.post('media/upload', { media: readFileSync(world.picture) })
  const bytes = readFileSync(world.video)
  const begun = await client.post('media/upload', {
    command: 'INIT',
    total_bytes: bytes.length,
    media_type: 'video/mp4',
  })
  const media_id = begun['media_id_string']
  await client.post('media/upload', { command: 'APPEND', media_id, media: bytes, segment_index: 0 })
  const video = await client.post('media/upload', { command: 'FINALIZE', media_id })
  return { picture: picture['image'], video: [video['video'], video['size']] }
})
