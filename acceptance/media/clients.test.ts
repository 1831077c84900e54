/** Unmodified client libraries upload media to their built-in host names. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gif, jpeg, mp4 } from '../../test/support/media/samples.ts'
import { slowTest as test } from '../../test/support/part.ts'
import { aviary } from '../support/aviary.ts'
import { runClient } from '../support/client.ts'
import { CLIENT_ENGINES, type Installation, newInstallation } from '../support/installation.ts'
import { servePublicly } from '../support/public-names.ts'
import type { World } from './clients/world.ts'

const VIDEO = mp4({ width: 320, height: 240, durationMs: 3_000, data: 700_000 })

async function createWorld(place: Installation, directory: string): Promise<World> {
  const user = await aviary(place, 'user', 'create', 'ada')
  const options = ['--owner', 'ada', '--permissions', 'read-write-dm']
  const app = await aviary(place, 'app', 'create', 'Acceptance', ...options)
  const token = await aviary(place, 'token', 'create', '--app', String(app['app_id']), '--user', 'ada')
  const files = {
    picture: join(directory, 'picture.jpg'),
    movingPicture: join(directory, 'moving.gif'),
    video: join(directory, 'video.mp4'),
  }
  await writeFile(files.picture, await jpeg({ width: 1_500, height: 1_000 }))
  await writeFile(files.movingPicture, await gif({ width: 60, height: 40 }))
  await writeFile(files.video, VIDEO)
  return {
    key: String(app['consumer_key']),
    secret: String(app['consumer_secret']),
    accessToken: String(token['access_token']),
    accessSecret: String(token['access_token_secret']),
    userId: String(user['id']),
    ...files,
  }
}

for (const engine of CLIENT_ENGINES) {
  test(`unmodified clients upload media on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const world = await createWorld(place, place.data)
    const environment = await servePublicly(t, place)
    const run = (name: string) =>
      runClient(new URL(`./clients/${name}.ts`, import.meta.url), environment, world)
    const whole = {
      picture: { image_type: 'image/jpeg', w: 1_500, h: 1_000 },
      video: [{ video_type: 'video/mp4' }, VIDEO.length],
    }

    await t.test('twitter-api-v2 uploads a buffer and a file in segments, with a description', async () => {
      assert.deepEqual(await run('twitter-api-v2'), {
        picture: true,
        gif: { image_type: 'image/gif', w: 60, h: 40 },
        video: ['video/mp4', VIDEO.length],
        state: 'succeeded',
        shown: ['photo', 'A sky.', 'image/jpeg'],
        afterwards: 404,
        sent: 'ffd8ff',
      })
    })
    await t.test('twit uploads a file as base64 in a form', async () => {
      assert.deepEqual(await run('twit'), whole)
    })
    await t.test('twitter uploads multipart bodies, whole and in segments', async () => {
      assert.deepEqual(await run('twitter'), whole)
    })
  })
}
