import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../test/support/archive/write-archive.ts'
import { failingFrom } from '../../../test/support/databases/failing-context.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { jpeg } from '../../../test/support/media/samples.ts'
import { byPart } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { query } from '../../db/query.ts'
import { firstSnowflakeAt } from '../../lib/ids/snowflake.ts'
import { importArchive } from './archive.ts'
import type { ArchiveReport } from './archive-report.ts'

const OWNER = 1400000001n
const ORIGIN = 'http://127.0.0.1:8080'
const NOW = Date.UTC(2024, 0, 1)

const idOf = (number: number) => String(firstSnowflakeAt(NOW - 86_400_000 + number * 1_000))

const post = (number: number, full_text: string, more: object = {}) => ({
  tweet: { id_str: idOf(number), full_text, ...more },
})

const photo = (name: string) => ({
  extended_entities: {
    media: [
      {
        ...{ id_str: idOf(900), type: 'photo', url: 'https://t.co/pppp', sizes: {} },
        media_url_https: `https://pbs.twimg.com/media/${name}.jpg`,
      },
    ],
  },
})

const message = (number: number, more: object = {}) => ({
  messageCreate: { id: idOf(number), senderId: '77', recipientId: String(OWNER), text: 'x', ...more },
})

const LISTS = {
  profile: [
    {
      profile: {
        description: { bio: '', website: '', location: '' },
        avatarMediaUrl: 'https://pbs.twimg.com/profile_images/1/me.jpg',
      },
    },
  ],
  tweets: [
    post(1, 'see https://t.co/pppp', photo('there')),
    post(2, 'RT @ann: the beginning of a'),
    post(3, 'see https://t.co/pppp', photo('missing')),
    { tweet: { id_str: 'x', full_text: 'without an id' } },
  ],
  'tweets-part1': [post(4, 'RT @bob: another'), post(5, 'see https://t.co/pppp', photo('broken'))],
  follower: [{ follower: { accountId: '77' } }],
  like: [{ like: { tweetId: idOf(1) } }, { like: { tweetId: '5' } }, { like: { tweetId: '6' } }],
  'direct-messages': [
    {
      dmConversation: {
        conversationId: `77-${OWNER}`,
        messages: [
          message(20, { mediaUrls: ['https://ton.twitter.com/dm/1/2/hi.jpg'] }),
          message(21, { mediaUrls: ['https://ton.twitter.com/dm/1/2/none.jpg'] }),
        ],
      },
    },
  ],
}

/**
 * The parts of a report that must be equal. They do not include the path of the reject file and the number of
 * lines that earlier runs processed.
 */
function comparable({ kinds, ...others }: ArchiveReport): object {
  const reports = Object.entries(kinds).map(([kind, { rejects, resumedAfter: _, ...report }]) => [
    kind,
    { ...report, hasRejects: rejects !== undefined },
  ])
  return { ...others, kinds: Object.fromEntries(reports) }
}

test('decision 0113: if an import ends at any transaction, another run returns a complete report', async (t) => {
  const folder = await temporaryDirectory(t)
  const picture = await jpeg({ width: 60, height: 40 })
  await writeArchive(folder, OWNER, LISTS, {
    [`tweets_media/${idOf(1)}-there.jpg`]: picture,
    [`tweets_media/${idOf(5)}-broken.jpg`]: 'no picture',
    [`direct_messages_media/${idOf(20)}-hi.jpg`]: picture,
    [`profile_media/${OWNER}-me.jpg`]: picture,
  })
  const imports = async () => {
    const config = await freshConfig(t, 'sqlite')
    const { context, store } = await testRuntime(t, config, new TestClock(NOW))
    const media = mediaToolsOf(config, context)
    const run = (by = context) => importArchive(by, folder, { data: config.data, media, origin: ORIGIN })
    return { run, context, store }
  }
  const { run, store } = await imports()
  const whole = comparable(await run())
  assert.deepEqual(await store.rows(progress, {}), [])
  let [batch, hasDied] = [2, true]
  for (; hasDied; batch += byPart(3, 1)) {
    const { run: resumed, context } = await imports()
    hasDied = false
    await resumed(failingFrom(context, batch)).catch((error: Error) => {
      assert.match(error.message, /the process died/)
      hasDied = true
    })
    if (hasDied) assert.deepEqual(comparable(await resumed()), whole, `died at the transaction ${batch}`)
  }
  assert.ok(batch > 6, `${batch} transactions`)
})

const progress = query()(() => sql<{ lines: number }>`select lines from imports`)
