/**
 * Tests decision 0164: when a file of an archive cannot be read to its end, the report names the file, and the other
 * files are imported.
 */
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext } from 'node:test'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../../test/support/engines.ts'
import { zipBytes } from '../../../test/support/files/zip-bytes.ts'
import { byPart, slowOnPostgres } from '../../../test/support/part.ts'
import type { Engine } from '../../db/query.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'
import { importArchive } from './archive.ts'
import type { PrivacyOptions } from './archive-notices.ts'

const OWNER = 1400000001n
/** Id of a post that is newer than Circles. */
const FIRST = 1790000000000000001n

/** Text in the element where the damage begins. */
const MARK = 'damage-me'

const post = (number: number) => ({ tweet: { id_str: String(FIRST + BigInt(number)), full_text: MARK } })

const conversation = (conversationId: string, id: bigint) => ({
  dmConversation: {
    conversationId,
    messages: [{ messageCreate: { id: String(id), senderId: '77', recipientId: String(OWNER), text: MARK } }],
  },
})

const LISTS: Readonly<Record<string, readonly object[]>> = {
  account: [{ account: { username: 'ann_archive', accountId: String(OWNER), accountDisplayName: MARK } }],
  profile: [{ profile: { description: { bio: MARK, website: '', location: '' } } }],
  verified: [{ verified: { accountId: String(OWNER), verified: false, note: MARK } }],
  'protected-history': [
    { protectedHistory: { protectedAt: '2022-09-01T00:00:00.000Z', action: 'Unprotect', note: MARK } },
  ],
  'screen-name-change': [
    {
      screenNameChange: {
        screenNameChange: { changedAt: '2020-01-01T00:00:00.000Z', changedFrom: 'ann_before', note: MARK },
      },
    },
  ],
  tweets: [post(1), post(2)],
  'note-tweet': [{ noteTweet: { noteTweetId: String(FIRST), core: { text: MARK } } }],
  'tweet-headers': [{ tweet: { tweet_id: String(FIRST + 1n), user_id: String(OWNER), note: MARK } }],
  'deleted-tweets': [{ tweet: { id_str: '1790000000000000900', full_text: MARK } }],
  follower: [{ follower: { accountId: '77', note: MARK } }],
  following: [{ following: { accountId: '78', note: MARK } }],
  block: [{ blocking: { accountId: '79', note: MARK } }],
  mute: [{ muting: { accountId: '80', note: MARK } }],
  like: [{ like: { tweetId: String(FIRST + 1n), fullText: MARK } }],
  'direct-messages': [conversation(`77-${OWNER}`, FIRST + 20n)],
  'direct-messages-group': [conversation('1500000000000000009', FIRST + 30n)],
  'ip-audit': [{ ipAudit: { loginIp: MARK } }],
  'saved-search': [{ savedSearch: { query: MARK } }],
  article: [{ article: { lifecycleState: 'Published', note: MARK } }],
  'thing-of-the-future': [{ thing: { text: MARK } }],
}

const MANIFEST = `window.__THAR_CONFIG = {"userInfo":{"accountId":"${OWNER}","userName":"ann_archive","displayName":"Ann","note":"${MARK}"}}`

const NAMES = [...Object.keys(LISTS), 'manifest']

/** Files that are damaged one by one: in the fast part, those with different kinds of content. */
const DAMAGED = byPart(
  ['account', 'tweets', 'following', 'direct-messages-group', 'ip-audit', 'thing-of-the-future', 'manifest'],
  NAMES,
)

/** The counts of an archive without faults. */
const WHOLE = {
  posts: 2,
  following: 1,
  followers: 1,
  blocks: 1,
  mutes: 1,
  likes: 1,
  messages: 1,
  group_messages: 1,
}

/** For each kind of file: the counts that decrease when a file of this kind is truncated. */
const LACKS: Readonly<Record<string, Partial<typeof WHOLE>>> = {
  tweets: { posts: 1 },
  follower: { followers: 0 },
  following: { following: 0 },
  block: { blocks: 0 },
  mute: { mutes: 0 },
  like: { likes: 0 },
  'direct-messages': { messages: 0 },
  'direct-messages-group': { group_messages: 0 },
}

/** Counts of held-back and not-kept elements for a file whose only element is truncated. */
const COUNTED: Readonly<Record<string, readonly [heldBack: number, notKept: number]>> = {
  'ip-audit': [1, 0],
  'saved-search': [0, 1],
  'tweet-headers': [0, 0],
}

type Damage = 'bad sum' | 'cut'

/** A zip file of the archive, in which the file with this name is damaged. */
function archiveZip(damaged: string | undefined, damage: Damage): Buffer {
  const texts = NAMES.map((name): readonly [string, string] => {
    const list = LISTS[name]
    if (list === undefined) return [name, MANIFEST]
    const elements = list.map((element) => JSON.stringify(element)).join(',\n')
    return [name, `window.YTD.${name.replaceAll('-', '_')}.part0 = [ ${elements} ]`]
  })
  const entries = texts.map(([name, text]) => {
    const isCut = name === damaged && damage === 'cut'
    const content = isCut ? text.slice(0, text.lastIndexOf(MARK)) : text
    return { name: `data/${name}.js`, content, isStored: true }
  })
  const bytes = zipBytes(entries)
  if (damaged === undefined || damage === 'cut') return bytes
  const at = bytes.indexOf(MARK, bytes.indexOf(`data/${damaged}.js`))
  bytes.write('x', at)
  return bytes
}

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const folder = await temporaryDirectory(t)
  const media = mediaToolsOf(config, context)
  return {
    owner: async () => (await findFullUsers(store, [OWNER])).get(OWNER),
    textOf: async (id: bigint) => (await findPosts(store, [id])).get(id)?.content.text ?? '',
    async run(bytes: Buffer, options: PrivacyOptions = {}) {
      const file = join(folder, 'archive.zip')
      await writeFile(file, bytes)
      const report = await importArchive(context, file, { data: config.data, media, ...options })
      const there = Object.entries(report.kinds).map(([kind, { imported, skipped }]) => [
        kind,
        imported + skipped,
      ])
      return { ...report, there: Object.fromEntries(there) as Record<string, number> }
    },
  }
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`decision 0164: corrupt files of archives on ${engine}`, () => {
    test('a file with a wrong checksum is named, and all data of the archive is imported', async (t) => {
      const { run } = await place(t, engine)
      assert.deepEqual((await run(archiveZip(undefined, 'cut'))).faults, [])
      for (const name of DAMAGED) {
        const { faults, there } = await run(archiveZip(name, 'bad sum'))
        assert.deepEqual(
          faults.map((fault) => fault.place),
          [`archive.zip/data/${name}.js`],
        )
        for (const { reason } of faults) assert.match(reason, /^it is corrupt; get the file again/)
        const lacks = name === 'direct-messages-group' ? { group_messages: 0 } : {}
        assert.deepEqual(there, { ...WHOLE, ...lacks }, name)
      }
    })

    test('a truncated file is named, and its objects before the end and all other files are imported', async (t) => {
      for (const name of DAMAGED) {
        const { run } = await place(t, engine)
        const { faults, there } = await run(archiveZip(name, 'cut'))
        // The bytes of a truncated manifest can be read to their end; only the object in it is invalid.
        const expected = name === 'manifest' ? [] : [`archive.zip/data/${name}.js`]
        assert.deepEqual(
          faults.map((fault) => fault.place),
          expected,
        )
        assert.deepEqual(there, { ...WHOLE, ...LACKS[name] }, name)
      }
    })

    test('a file without a readable element is counted as private, as unsupported, or not at all, depending on its kind', async (t) => {
      const { run } = await place(t, engine)
      for (const name of ['ip-audit', 'saved-search', 'tweet-headers']) {
        const { heldBack, notKept } = await run(archiveZip(name, 'cut'))
        const counted = [heldBack[name] ?? 0, notKept[name] ?? 0]
        assert.deepEqual(counted, COUNTED[name], name)
      }
    })

    test('a later import of the whole archive replaces a text that stayed truncated because its note was unreadable', async (t) => {
      const { run, textOf } = await place(t, engine)
      const lists: readonly (readonly [string, readonly object[]])[] = [
        ['account', LISTS['account'] ?? []],
        ['tweets', [{ tweet: { id_str: String(FIRST), full_text: 'a long te… https://t.co/abc' } }]],
        [
          'note-tweet',
          [{ noteTweet: { noteTweetId: String(FIRST), core: { text: 'a long text of a note' } } }],
        ],
      ]
      const zip = (isCut: boolean) =>
        zipBytes(
          lists.map(([name, list]) => {
            const content = `window.YTD.${name.replaceAll('-', '_')}.part0 = ${JSON.stringify(list)}`
            return {
              name: `data/${name}.js`,
              content: isCut && name === 'note-tweet' ? content.slice(0, -9) : content,
            }
          }),
        )
      assert.equal((await run(zip(true))).faults.length, 1)
      assert.match(await textOf(FIRST), /^a long te…/)
      assert.deepEqual((await run(zip(false))).faults, [])
      assert.equal(await textOf(FIRST), 'a long text of a note')
    })

    test('an unreadable history of protection protects the account', async (t) => {
      const { run, owner } = await place(t, engine)
      const { faults } = await run(archiveZip('protected-history', 'cut'))
      assert.equal(faults.length, 1)
      assert.equal((await owner())?.isProtected, true)
    })

    test('spec/archives.md#circle-posts: an unreadable list of Circle posts still ends the import', async (t) => {
      const { run, owner } = await place(t, engine)
      const circle = {
        name: 'data/twitter-circle-tweet.js',
        content: 'window.YTD.twitter_circle_tweet.part0 = [{',
      }
      const account = `window.YTD.account.part0 = ${JSON.stringify(LISTS['account'])}`
      const bytes = zipBytes([{ name: 'data/account.js', content: account }, circle])
      await assert.rejects(run(bytes), /twitter-circle-tweet\.js/)
      assert.equal(await owner(), undefined)
    })
  })
}
