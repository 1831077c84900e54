import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { ENGINES, freshConfig, temporaryDirectory, testRuntime } from '../../test/support/engines.ts'
import { slow, slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser } from '../../test/support/users.ts'
import type { Engine } from '../db/query.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'
import { countPosts } from '../domain/posts/read/every-post.ts'
import { requirePost } from '../domain/posts/read/find-posts.ts'
import { changePostState } from '../domain/posts/state/change-post-state.ts'
import { countSeen } from '../domain/posts/write/count-seen.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { like } from '../domain/posts/write/like.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { importPostsFile } from '../importers/posts/posts.ts'
import { FileExists } from './file.ts'
import { exportPostsFile } from './posts.ts'

const FIXTURE = fileURLToPath(new URL('../../test/fixtures/posts/recorded.jsonl.gz', import.meta.url))
/** Directory of the complete recorded files, which exists only on some machines. */
const SHARED = fileURLToPath(new URL('../../../shared/data/tweets', import.meta.url))

type Recorded = Readonly<Record<string, unknown>> & {
  readonly id_str: string
  readonly retweeted_status?: Recorded
  readonly quoted_status?: Recorded
}

/**
 * Fields of recorded objects that are exported differently, with the reason (docs/decisions/0017-imported-posts.md).
 * The export must contain all other recorded values unchanged, at every depth. Fields with default values of Aviary may
 * be added.
 */
const OTHERWISE: Readonly<Record<string, string>> = {
  user: 'a user is shown as it is now, with the counts that there are',
  favorited: 'what a viewer has done is the viewer’s',
  retweeted: 'as favorited',
  current_user_retweet: 'as favorited',
  extended_tweet: 'is said by the extended form itself',
  retweeted_status: 'compared as a post of its own',
  quoted_status: 'compared as a post of its own',
}

/** Fields of reposts that the export takes from the original. */
const OF_REPOSTS: Readonly<Record<string, string>> = {
  text: 'made from the original, which another copy may have whole',
  full_text: 'as text',
  truncated: 'as text',
  display_text_range: 'as text',
  entities: 'as text',
  extended_entities: 'as text',
  possibly_sensitive: 'the original’s',
  possibly_sensitive_appealable: 'the original’s',
  retweet_count: 'the original’s, of which the first copy counts',
  reply_count: 'as retweet_count',
  quote_count: 'as retweet_count',
  favorite_count: 'as retweet_count',
}

/**
 * True for the text of reposts from before 2017, and for the entities of reposts from 2013 to 2016. The export
 * truncates these reposts by the rules of their time, so these fields must be equal to the recording. In one repost of
 * 2012, the text truncates a name that the entities contain.
 */
function isShownAsOfThen(field: string, { created_at }: Recorded): boolean {
  const at = Date.parse(String(created_at))
  if (field === 'entities' && at < Date.UTC(2013, 0)) return false
  return ['text', 'full_text', 'entities'].includes(field) && at < Date.UTC(2017, 0)
}

/** Fields of recorded objects with `extended_tweet`. The export has the whole values of these fields. */
const OF_WHOLE: readonly string[] = [
  'text',
  'truncated',
  'display_text_range',
  'entities',
  'extended_entities',
]

async function place(t: TestContext, engine: Engine) {
  const config = await freshConfig(t, engine)
  const { context, store } = await testRuntime(t, config)
  const directory = await temporaryDirectory(t)
  return {
    context,
    store,
    directory,
    importing: (file: string) => importPostsFile(context, file, { data: config.data }),
    async exported(name = 'posts.jsonl') {
      const file = join(directory, name)
      const count = await exportPostsFile(store, file, { selection: { includesProtected: true } })
      const bytes = await readFile(file)
      const objects = objectsIn((name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString())
      assert.equal(objects.length, count)
      return { file, objects }
    },
  }
}

function objectsIn(text: string): Recorded[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line, digits as (key: string, value: unknown) => unknown) as Recorded)
}

/** Replaces large numbers by the texts of their digits. */
function digits(_: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value) ? source : value
}

/** Differences between a recorded object and the exported one, by field. */
function differences(recorded: Recorded, shown: Recorded): string[] {
  const isRepost = recorded.retweeted_status !== undefined
  const isWhole = recorded['extended_tweet'] !== undefined
  const isExempt = (field: string) => field in OF_REPOSTS && !isShownAsOfThen(field, recorded)
  return Object.keys(recorded)
    .filter(
      (field) =>
        !(field in OTHERWISE || (isRepost && isExempt(field)) || (isWhole && OF_WHOLE.includes(field))),
    )
    .filter(
      (field) =>
        !isWithin(
          comparable(field, recorded[field]),
          comparable(field, shown[field === 'text' ? 'full_text' : field]),
        ),
    )
}

/**
 * The value without parts that may differ. In one recording, `entities` also has more details of a video. A reposted
 * user may have had another spelling of the name at the time of the recording.
 */
function comparable(field: string, value: unknown): unknown {
  if (field !== 'entities' || value === undefined) return value
  return JSON.parse(JSON.stringify(value), (name, inner: unknown) => {
    if (name === 'additional_media_info') return undefined
    return name === 'screen_name' ? String(inner).toLowerCase() : inner
  })
}

/**
 * True when the exported value contains every part of the recorded value. A null in the recording may be a default
 * value in the export.
 */
function isWithin(recorded: unknown, shown: unknown): boolean {
  if (recorded === null) return shown === null || shown === undefined || shown === 0
  if (Array.isArray(recorded)) {
    return (
      Array.isArray(shown) &&
      shown.length === recorded.length &&
      recorded.every((entry, index) => isWithin(entry, shown[index]))
    )
  }
  if (typeof recorded !== 'object') return recorded === shown
  if (typeof shown !== 'object' || shown === null) return false
  return Object.entries(recorded).every(([name, value]) => isWithin(value, (shown as Recorded)[name]))
}

/**
 * Checks that every recorded object is exported with equal fields. If the recording has several copies of an object,
 * the first copy is compared.
 */
function assertShown(recorded: readonly Recorded[], shown: readonly Recorded[]): void {
  const byId = new Map(shown.map((object) => [object.id_str, object]))
  const seen = new Set<string>()
  const otherwise: string[] = []
  for (const object of recorded) {
    const found = byId.get(object.id_str)
    assert.ok(found !== undefined, object.id_str)
    if (seen.has(object.id_str)) continue
    seen.add(object.id_str)
    for (const field of differences(object, found)) otherwise.push(`${field} of ${object.id_str}`)
  }
  assert.deepEqual(otherwise, [])
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/server.md#export: export posts on ${engine}`, () => {
    test('exports recorded posts, and a server that imports the file exports the same posts', async (t) => {
      const one = await place(t, engine)
      await one.importing(FIXTURE)
      const first = await one.exported('posts.jsonl.gz')
      assertShown(objectsIn(gunzipSync(await readFile(FIXTURE)).toString()), first.objects)
      assert.equal(await countPosts(one.store), first.objects.length)
      const ids = first.objects.map(({ id_str }) => BigInt(id_str))
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => (a < b ? -1 : 1)),
      )
      const other = await place(t, engine)
      const { rejected } = await other.importing(first.file)
      assert.equal(rejected, 0)
      assert.deepEqual((await other.exported()).objects, first.objects)
      await assert.rejects(exportPostsFile(one.store, first.file), FileExists)
    })

    test('counts may exceed 32 bits, and an import accepts the largest exported count', async (t) => {
      const one = await place(t, engine)
      const recorded = [2 ** 31 - 1, 10 ** 15, 2 ** 53 - 1].map((count, at) => ({
        id_str: String(1_293_500_000_000_000_000n + BigInt(at)),
        created_at: 'Wed Aug 12 10:00:00 +0000 2020',
        text: `counted ${at}`,
        user: { id: 11, screen_name: 'ann', listed_count: 2 ** 31 },
        retweet_count: count,
        reply_count: count,
        favorite_count: count,
        quote_count: count,
        non_public_metrics: { impression_count: count, url_link_clicks: count, user_profile_clicks: count },
      }))
      const file = join(one.directory, 'counted.jsonl')
      await writeFile(file, recorded.map((line) => JSON.stringify(line)).join('\n'))
      assert.equal((await one.importing(file)).rejected, 0)
      const { id: userId } = await createOneUser(one.context)
      for (const { id_str } of recorded) {
        const postId = BigInt(id_str)
        await like(one.context, { userId, postId })
        await repost(one.context, { userId, postId })
        await createPost(one.context, { authorId: userId, text: `quoting ${postId}`, quoteId: postId })
        await createPost(one.context, {
          authorId: userId,
          text: `answering ${postId}`,
          inReplyToId: postId,
          autoPopulateReplyMetadata: true,
        })
        await countSeen(one.context, [{ postId, impressions: 1, urlLinkClicks: 1, userProfileClicks: 1 }])
      }
      const countsIn = ({ objects }: { readonly objects: readonly Recorded[] }) =>
        objects.slice(0, recorded.length).map((object) => ({
          shown: [
            object['retweet_count'],
            object['reply_count'],
            object['favorite_count'],
            object['quote_count'],
          ],
          own: object['non_public_metrics'],
        }))
      const first = await one.exported()
      const all = (count: number) => ({
        shown: [count, count, count, count],
        own: { impression_count: count, url_link_clicks: count, user_profile_clicks: count },
      })
      assert.deepEqual(countsIn(first), [all(2 ** 31), all(10 ** 15 + 1), all(10 ** 15 + 1)])
      const other = await place(t, engine)
      assert.equal((await other.importing(first.file)).rejected, 0)
      assert.deepEqual(countsIn(await other.exported()), [all(2 ** 31), all(10 ** 15), all(10 ** 15)])
    })
  })
}

describe('export posts', () => {
  test('leaves out posts that an import would make visible again, and marks suspended users', async (t) => {
    const { context, importing, exported, directory } = await place(t, 'sqlite')
    const date = 'Wed Aug 12 10:00:00 +0000 2020'
    const post = (id: number, user: object, more: object = {}) => ({
      id_str: String(1_293_500_000_000_000_000n + BigInt(id)),
      created_at: date,
      text: 'x',
      user,
      ...more,
    })
    const [ann, ben, cem] = ['ann', 'ben', 'cem'].map((screen_name, at) => ({ id: at + 11, screen_name }))
    assert.ok(ann !== undefined && ben !== undefined && cem !== undefined)
    const lines = [
      post(1, ann),
      post(2, ben),
      post(3, cem),
      post(4, ann, { retweeted_status: post(2, ben) }),
      post(5, cem, { retweeted_status: post(1, ann) }),
      post(6, ann, { quoted_status: post(2, ben), quoted_status_id_str: post(2, ben).id_str }),
    ]
    const file = join(directory, 'some.jsonl')
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    await importing(file)
    await changeUserState(context, { userId: 12n, action: 'deactivate' })
    await changeUserState(context, { userId: 13n, action: 'suspend' })
    await changePostState(context, { postId: BigInt(post(1, ann).id_str), action: 'drop' })
    const { objects } = await exported()
    assert.deepEqual(
      objects.map(({ id_str, quoted_status, user }) => [
        id_str.slice(-1),
        quoted_status,
        (user as Recorded)['suspended'],
      ]),
      [
        ['3', undefined, true],
        ['6', undefined, undefined],
      ],
    )
  })

  test('exports a source with any URL in the form in which it was imported', async (t) => {
    const { importing, exported, directory } = await place(t, 'sqlite')
    const sources = ['https://a.example', 'erased1', 'javascript:alert(1)//'].map(
      (url) => `<a href="${url}" rel="nofollow">An app</a>`,
    )
    const lines = sources.map((source, at) => ({
      id_str: String(1_293_500_000_000_000_000n + BigInt(at)),
      created_at: 'Wed Aug 12 10:00:00 +0000 2020',
      text: 'x',
      user: { id: 11, screen_name: 'ann' },
      source,
    }))
    const file = join(directory, 'some.jsonl')
    await writeFile(file, lines.map((line) => JSON.stringify(line)).join('\n'))
    await importing(file)
    const { objects } = await exported()
    assert.deepEqual(
      objects.map((object) => object['source']),
      sources,
    )
  })

  test('views are added to the imported count of views, which is exported although responses do not contain it', async (t) => {
    const { context, store, importing, exported, directory } = await place(t, 'sqlite')
    const seen = (count: number) => ({
      non_public_metrics: { impression_count: count, url_link_clicks: count, user_profile_clicks: count },
    })
    const id = 1_293_500_000_000_000_001n
    const recorded = { id_str: String(id), text: 'seen', user: { id: 11, screen_name: 'ann' }, ...seen(5) }
    const file = join(directory, 'seen.jsonl')
    await writeFile(file, JSON.stringify(recorded))
    await importing(file)
    await countSeen(context, [{ postId: id, impressions: 1, urlLinkClicks: 1, userProfileClicks: 1 }])
    assert.deepEqual((await exported()).objects[0]?.['non_public_metrics'], seen(6).non_public_metrics)
    assert.equal((await requirePost(store, id)).content.kept, undefined)
  })

  const missing = existsSync(SHARED) ? false : `there is no ${SHARED}: the fixture is taken in its place`
  test('exports the 1,399 objects of six recorded files, and rejects no object', {
    skip: missing || slow.skip,
  }, async (t) => {
    const { importing, exported } = await place(t, 'sqlite')
    const recorded: Recorded[] = []
    let read = 0
    const files = readdirSync(SHARED).filter((name) => name.endsWith('.jsonl.gz'))
    for (const name of files) {
      const file = join(SHARED, name)
      recorded.push(...objectsIn(gunzipSync(await readFile(file)).toString()))
      const report = await importing(file)
      assert.equal(report.rejected, 0, name)
      read += report.read
    }
    assert.deepEqual([files.length, read], [6, 1_399])
    assertShown(recorded, (await exported()).objects)
  })
})
