/** An unmodified client library writes, replies, quotes and edits posts with API v2. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { slowTest as test } from '../test/support/part.ts'
import { aviary } from './support/aviary.ts'
import { runClient } from './support/client.ts'
import { ENGINES, type Installation, newInstallation } from './support/installation.ts'
import { servePublicly } from './support/public-names.ts'
import type { Found, World } from './write-v2/clients/world.ts'

async function createWorld(place: Installation): Promise<World> {
  await aviary(place, 'user', 'create', 'ada')
  const flags = ['--owner', 'ada', '--permissions', 'read-write']
  const app = await aviary(place, 'app', 'create', 'Acceptance', ...flags)
  const token = await aviary(place, 'token', 'create', '--app', String(app['app_id']), '--user', 'ada')
  const otherPost = '1272825600000000001'
  const post = {
    id_str: otherPost,
    created_at: 'Tue Jun 16 10:00:00 +0000 2020',
    text: 'first',
    lang: 'en',
    source: '<a href="https://example.org">Web</a>',
    user: { id_str: '901', screen_name: 'name901', name: 'Name 901' },
    entities: {},
  }
  const file = join(place.data, 'posts.jsonl')
  await writeFile(file, JSON.stringify(post))
  await aviary(place, 'import', 'posts', file)
  return {
    key: String(app['consumer_key']),
    secret: String(app['consumer_secret']),
    accessToken: String(token['access_token']),
    accessSecret: String(token['access_token_secret']),
    otherPost,
  }
}

for (const engine of ENGINES) {
  test(`twitter-api-v2 writes and edits on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const world = await createWorld(place)
    const environment = await servePublicly(t, place)
    const script = new URL('./write-v2/clients/twitter-api-v2.ts', import.meta.url)
    const { texts, ids, history, refusals } = (await runClient(
      script,
      environment,
      world,
    )) as unknown as Found
    const [first, second, read, reply, quote = ''] = texts
    assert.deepEqual(
      [first, second, read, reply],
      ['A frist try', 'A first try', 'A first try', 'Its own thread'],
    )
    assert.match(quote, /^Look( https:\/\/t\.co\/\w{10})?$/)
    assert.deepEqual(history, ids)
    assert.deepEqual(refusals, [
      { status: 403, detail: 'You are not allowed to create a Tweet with duplicate content.' },
      { status: 403, detail: 'You are not allowed to edit a Tweet of somebody else.' },
    ])
  })
}
