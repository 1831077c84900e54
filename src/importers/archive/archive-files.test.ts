/** Imports one archive with a file of every name in the table of archive files. */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { writeArchive } from '../../../test/support/archive/write-archive.ts'
import { freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { importArchive } from './archive.ts'

const OWNER = 1400000001n
const [POST, COMMUNITY] = ['1593387213315784705', '1593387213315784706']

/**
 * Files that are not imported, each with a mark. H: held back, because it is private or its name is unknown. N: not kept, because it is
 * unsupported. –: ignored, because it has no further data.
 */
const LEFT_OUT: readonly (readonly ['H' | 'N' | '–', string])[] = [
  ['H', 'twitter-circle-tweet'],
  ['H', 'twitter-circle twitter-circle-member'],
  ['H', 'deleted-tweets deleted-tweet deleted-note-tweet deleted-tweet-headers'],
  [
    '–',
    'direct-message-headers direct-messages-headers direct-message-group-headers direct-messages-group-headers',
  ],
  ['N', 'direct-message-mute smartblock lists-created lists-member lists-subscribed'],
  [
    'N',
    'article article-metadata twitter-article moment fleet fleet-mute spaces-metadata tweetdeck saved-search',
  ],
  ['N', 'expanded-profile professional-data community-note community-note-rating birdwatch-note'],
  [
    'N',
    'birdwatch-note-rating periscope-account-information periscope-broadcast-metadata periscope-followers',
  ],
  ['N', 'catalog-item commerce-catalog product-drop product-set shop-module shopify-account twitter-shop'],
  ['N', 'verified-organization account-label'],
  ['H', 'reply-prompt grok-chat-item message-event'],
  ['H', 'contact phone-number email-address-change ip-audit account-creation-ip account-timezone'],
  ['H', 'account-suspension ageinfo personalization device-token ni-devices key-registry sso'],
  ['H', 'connected-application app user-link-clicks branch-links audio-video-calls-in-dm'],
  ['H', 'audio-video-calls-in-dm-recipient-sessions ads-revenue-sharing ad-engagements ad-impressions'],
  ['H', 'ad-mobile-conversions-attributed a-kind-of-the-future'],
]

const post = (id: string, more: object = {}) => ({
  tweet: { id_str: id, full_text: `text of ${id}`, ...more },
})

/** Files that are imported or read, each with its only element. */
const IMPORTED = {
  profile: [{ profile: { description: { bio: 'a bio', website: '', location: '' } } }],
  verified: [{ verified: { accountId: String(OWNER), verified: true } }],
  'screen-name-change': [
    { screenNameChange: { changedAt: '2019-01-02T03:04:05.000Z', changedFrom: 'old', changedTo: 'new' } },
  ],
  'protected-history': [
    { protectedHistory: { protectedAt: '2022-09-01T00:00:00.000Z', action: 'Unprotect' } },
  ],
  tweets: [post(POST)],
  'community-tweet': [post(COMMUNITY, { scopes: { followers: false } })],
  'tweet-headers': [{ tweet: { tweet_id: POST } }],
  like: [{ like: { tweetId: COMMUNITY } }],
  follower: [{ follower: { accountId: '77' } }],
  following: [{ following: { accountId: '78' } }],
  block: [{ blocking: { accountId: '79' } }],
  mute: [{ muting: { accountId: '80' } }],
  'direct-messages': [
    {
      dmConversation: {
        conversationId: `77-${OWNER}`,
        messages: [
          {
            messageCreate: {
              id: '1500000000000000001',
              senderId: '77',
              recipientId: String(OWNER),
              text: 'x',
            },
          },
        ],
      },
    },
  ],
  'direct-messages-group': [
    {
      dmConversation: {
        conversationId: '1500000000000000009',
        messages: [{ messageCreate: { id: '1500000000000000002', senderId: '77', text: 'x' } }],
      },
    },
  ],
}

test('spec/archives.md#archive-files: every file is imported, counted under its name, or ignored as a known file without further data', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const { context } = await testRuntime(t, config)
  const names = (letter: string) => LEFT_OUT.flatMap(([one, list]) => (one === letter ? list.split(' ') : []))
  const leftOut = LEFT_OUT.flatMap(([, list]) => list.split(' '))
  const lists = Object.fromEntries(
    leftOut.map((name) => [name, [{ thing: { id: '5' } }, { thing: { id: '6' } }]]),
  )
  const articles = ['article', 'article-metadata', 'twitter-article']
  const published = articles.map((name) => [
    name,
    [{ [name]: { lifecycleState: 'Published' } }, { [name]: {} }],
  ])
  const folder = join(await temporaryDirectory(t), 'archive')
  await writeArchive(folder, OWNER, {
    ...IMPORTED,
    ...lists,
    ...Object.fromEntries(published),
    'empty-kind': [],
  })
  for (const name of ['README.txt', 'Your archive.html', '.DS_Store'])
    await writeFile(join(folder, name), 'x')
  const report = await importArchive(context, folder, {
    data: config.data,
    media: mediaToolsOf(config, context),
  })
  const imported = Object.entries(report.kinds).map(([kind, one]) => [kind, one.imported, one.rejected])
  assert.deepEqual(Object.fromEntries(imported.map(([kind, count]) => [kind, count])), {
    posts: 2,
    following: 1,
    followers: 1,
    blocks: 1,
    mutes: 1,
    likes: 1,
    messages: 1,
    group_messages: 1,
  })
  assert.ok(imported.every(([, , rejected]) => rejected === 0))
  assert.deepEqual(
    report.notKept,
    Object.fromEntries(
      names('N')
        .toSorted()
        .map((name) => [name, 2]),
    ),
  )
  assert.deepEqual(
    report.heldBack,
    Object.fromEntries(
      names('H')
        .toSorted()
        .map((name) => [name, 2]),
    ),
  )
})
