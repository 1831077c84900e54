/** Imports generated archives and reads the imported data over the API. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { ask, createTestApp } from '../../../test/support/api-client.ts'
import {
  type ExpectedPost,
  MENTIONED,
  MESSAGES,
  messageIdOf,
  placeOfLast,
  RELATIONS,
  SHORT_LINK,
  write2023,
  writeGrailbird,
  writeGrailbirdTable,
} from '../../../test/support/archive/generated.ts'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { ENGINES, temporaryDirectory } from '../../../test/support/engines.ts'
import { byPart, slowOnPostgres } from '../../../test/support/part.ts'
import { startTestServer } from '../../../test/support/server.ts'
import { v11Date } from '../../formats/v1.1/date.ts'
import { importArchive } from './archive.ts'

/** Maximum number of ids in one lookup. */
const MAX_LOOKUP = 100

/** The generators, and which facts of posts their forms have. */
const GENERATORS = [
  ['2012 to 2018', writeGrailbird, 1400000001n, 'ann_grailbird', { hasObjects: true, hasCounts: false }],
  [
    ...(['2012 to 2018, with tweets.csv alone', writeGrailbirdTable, 1400000003n, 'ann_table'] as const),
    { hasObjects: false, hasCounts: false },
  ],
  ['2023', write2023, 1400000002n, 'ann_later', { hasObjects: true, hasCounts: true }],
] as const

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/archives.md#generations: the API returns the posts of imported archives unchanged, on ${engine}`,
    async (t) => {
      const { context, config, url } = await startTestServer(t, { engine, settings: { limits: 'off' } })
      const app = await createTestApp(context)
      const media = mediaToolsOf(config, context)
      for (const [seed, [name, write, id, screenName, form]] of GENERATORS.entries()) {
        await t.test(name, async () => {
          const folder = join(await temporaryDirectory(t), screenName)
          const posts = await write(folder, { id, screenName }, byPart(30, 20_000), seed + 1)
          const { kinds, notices, heldBack, notKept } = await importArchive(context, folder, {
            data: config.data,
            media,
          })
          assert.deepEqual([kinds.posts?.imported, kinds.posts?.rejected], [posts.length, 0])
          assert.deepEqual([heldBack, notKept], [{}, {}])
          assert.deepEqual(
            notices.filter((notice) => !notice.startsWith('Unknown: ')),
            [],
          )
          const as = await app.asUser(id)
          for (let from = 0; from < posts.length; from += MAX_LOOKUP) {
            const some = posts.slice(from, from + MAX_LOOKUP).toSorted((a, b) => (a.id < b.id ? -1 : 1))
            const ids = some.map((post) => post.id).join(',')
            const path = `${url}/1.1/statuses/lookup.json?tweet_mode=extended&id=${ids}`
            const shown = JSON.parse((await ask(path, as)).text) as Record<string, unknown>[]
            assert.deepEqual(
              shown.map(factsOf).toSorted((a, b) => (String(a[0]) < String(b[0]) ? -1 : 1)),
              some.map((post) => expectedFacts(post, { id, screenName }, form)),
            )
          }
        })
      }
    },
  )
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(
    `spec/archives.md#archive-files: the API returns the follows, likes and messages of an archive of 2023 unchanged, on ${engine}`,
    async (t) => {
      const { context, config, url } = await startTestServer(t, { engine, settings: { limits: 'off' } })
      const owner = { id: 1_400_000_005n, screenName: 'ann_related' }
      const folder = join(await temporaryDirectory(t), owner.screenName)
      const [first] = await write2023(folder, owner, 4, 5, true)
      await importArchive(context, folder, { data: config.data, media: mediaToolsOf(config, context) })
      const as = await (await createTestApp(context)).asUser(owner.id)
      const get = async (path: string) => JSON.parse((await ask(`${url}/1.1/${path}`, as)).text)
      const idsOf = async (kind: string) =>
        (await get(`${kind}/ids.json?user_id=${owner.id}&stringify_ids=true`)).ids.toSorted()
      assert.deepEqual(await idsOf('followers'), RELATIONS.followers)
      assert.deepEqual(await idsOf('friends'), RELATIONS.following)
      const liked = await get(`favorites/list.json?user_id=${owner.id}`)
      assert.deepEqual(
        liked.map((post: { readonly id_str: string }) => post.id_str),
        [String(first?.id)],
      )
      // Lists of messages contain only the last 30 days, so each message is requested by its id.
      for (const [index, text] of MESSAGES.entries()) {
        const { event } = await get(`direct_messages/events/show.json?id=${messageIdOf(index)}`)
        const { sender_id, message_data } = (event as MessageEvent).message_create
        const sender = index === 0 ? String(owner.id) : RELATIONS.partner
        assert.deepEqual([sender_id, message_data.text], [sender, text])
      }
    },
  )
}

interface MessageEvent {
  readonly message_create: { readonly sender_id: string; readonly message_data: { readonly text: string } }
}

interface Form {
  /** False for a table, which has no objects of mentioned users and links, and no names of answered users. */
  readonly hasObjects: boolean
  readonly hasCounts: boolean
}

function expectedFacts(
  { id, text, second, likes, retweets, hashtag, link, hasMention, replyTo }: ExpectedPost,
  owner: { readonly id: bigint; readonly screenName: string },
  { hasObjects, hasCounts }: Form,
): readonly unknown[] {
  const place = placeOfLast(text)
  return [
    ...[String(id), text, v11Date(second * 1_000), owner.screenName],
    replyTo === undefined
      ? [null, null, null]
      : [String(replyTo), String(owner.id), hasObjects ? owner.screenName : null],
    hashtag === undefined ? [] : [[hashtag, [0, hashtag.length + 1]]],
    hasMention === true && hasObjects ? [[MENTIONED.id, MENTIONED.screenName, place]] : [],
    link === undefined ? [] : [[SHORT_LINK, link, place]],
    hasCounts ? [likes, retweets] : [0, 0],
  ]
}

/** The same facts of a post in a response. */
function factsOf(post: Record<string, unknown>): readonly unknown[] {
  const some = (value: unknown, ...names: readonly string[]) =>
    names.map((name) => (value as Record<string, unknown>)[name])
  const { hashtags, user_mentions, urls } = post['entities'] as Record<string, readonly unknown[]>
  return [
    ...some(post, 'id_str', 'full_text', 'created_at'),
    ...some(post['user'], 'screen_name'),
    some(post, 'in_reply_to_status_id_str', 'in_reply_to_user_id_str', 'in_reply_to_screen_name'),
    hashtags?.map((tag) => some(tag, 'text', 'indices')),
    user_mentions?.map((user) => some(user, 'id_str', 'screen_name', 'indices')),
    urls?.map((url) => some(url, 'url', 'expanded_url', 'indices')),
    some(post, 'favorite_count', 'retweet_count'),
  ]
}
