/** An unmodified client library looks up posts and users and pages followers with API v2. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { slowTest as test } from '../test/support/part.ts'
import type { Found, World } from './lookup-v2/clients/world.ts'
import { aviary } from './support/aviary.ts'
import { runClient } from './support/client.ts'
import { ENGINES, type Installation, newInstallation } from './support/installation.ts'
import { servePublicly } from './support/public-names.ts'

const FOLLOWERS = 25

/** A v1.1 post object, as in archives. */
function postObject(id: string, text: string, userId: string, more: object = {}) {
  return {
    id_str: id,
    created_at: 'Tue Jun 16 10:00:00 +0000 2020',
    text,
    lang: 'en',
    source: '<a href="https://example.org">Web</a>',
    user: { id_str: userId, screen_name: `name${userId}`, name: `Name ${userId}` },
    entities: {},
    ...more,
  }
}

async function createWorld(place: Installation): Promise<World> {
  const ada = String((await aviary(place, 'user', 'create', 'ada'))['id'])
  const app = await aviary(place, 'app', 'create', 'Acceptance', '--owner', 'ada')
  const token = await aviary(place, 'token', 'create', '--app', String(app['app_id']), '--user', 'ada')
  const [first, second] = ['1272825600000000001', '1272825600000000002']
  const posts = [
    postObject(first, 'first', '901'),
    postObject(second, '@name901 second', '902', {
      in_reply_to_status_id_str: first,
      in_reply_to_user_id_str: '901',
      entities: {
        user_mentions: [{ id_str: '901', screen_name: 'name901', name: 'Name 901', indices: [0, 8] }],
      },
    }),
  ]
  const [postFile, edgeFile] = [join(place.data, 'posts.jsonl'), join(place.data, 'follows.edges')]
  await writeFile(postFile, posts.map((post) => JSON.stringify(post)).join('\n'))
  const edges = Array.from({ length: FOLLOWERS }, (_, index) => `${1_000 + index} 901`)
  await writeFile(edgeFile, edges.join('\n'))
  await aviary(place, 'import', 'posts', postFile)
  await aviary(place, 'import', 'follows', edgeFile)
  return {
    key: String(app['consumer_key']),
    secret: String(app['consumer_secret']),
    accessToken: String(token['access_token']),
    accessSecret: String(token['access_token_secret']),
    userId: ada,
    posts: [first, second],
    star: '901',
    fan: '1000',
  }
}

for (const engine of ENGINES) {
  test(`twitter-api-v2 looks up and pages on ${engine}`, async (t) => {
    const place = await newInstallation(t, engine)
    const world = await createWorld(place)
    const environment = await servePublicly(t, place)
    const script = new URL('./lookup-v2/clients/twitter-api-v2.ts', import.meta.url)
    const found = (await runClient(script, environment, world)) as unknown as Record<'user' | 'app', Found>
    const [first, second] = world.posts
    for (const by of ['user', 'app'] as const) {
      await t.test(`by ${by}: posts with expansions, one post, a missing post`, () => {
        const { posts, post, missing } = found[by]
        assert.deepEqual(
          posts.data.map(({ id, text, author_id, conversation_id }) => [
            id,
            text,
            author_id,
            conversation_id,
          ]),
          [
            [second, '@name901 second', '902', first],
            [first, 'first', '901', first],
          ],
        )
        assert.deepEqual(posts.authors, ['name902', 'name901'])
        assert.deepEqual(posts.repliedTo, first)
        assert.deepEqual(post, { id: first, text: 'first', edit_history_tweet_ids: [first] })
        assert.deepEqual(missing, ['https://api.twitter.com/2/problems/resource-not-found'])
      })
      await t.test(`by ${by}: users by id and by name`, () => {
        const { user, users, byName, byNames } = found[by]
        assert.deepEqual([user, byName], ['name901', '901'])
        assert.deepEqual(users, ['name902', 'name901'])
        assert.deepEqual(byNames, ['901', '902'])
      })
      await t.test(`by ${by}: followers and followed users page by page`, () => {
        const { followers, pages, following } = found[by]
        const all = Array.from({ length: FOLLOWERS }, (_, index) => String(1_000 + index))
        assert.deepEqual(followers.toSorted(), all)
        assert.equal(new Set(followers).size, FOLLOWERS)
        assert.equal(pages, 3)
        assert.deepEqual(following, ['901'])
      })
    }
  })
}
