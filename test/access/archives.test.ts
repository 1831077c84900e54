/**
 * Promise 9 for archives: for every kind of file in a personal archive (spec/archives.md#archive-files), the test
 * looks for the content of the file in every place where data can be read, as every kind of reader.
 */
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { openBlobs, stagingDirectory } from '../../src/blobs/open.ts'
import type { Engine } from '../../src/db/query.ts'
import { joinOwnProject } from '../../src/domain/apps/projects/own-project.ts'
import { openMedia } from '../../src/domain/media/open-media.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { exportFollowsFile } from '../../src/exporters/follows.ts'
import { exportPostsFile } from '../../src/exporters/posts.ts'
import { exportUsersFile } from '../../src/exporters/users.ts'
import { importArchive } from '../../src/importers/archive/archive.ts'
import type { ArchiveReport } from '../../src/importers/archive/archive-report.ts'
import { createLogger } from '../../src/lib/log.ts'
import { ask, type Credentials, createTestApp } from '../support/api-client.ts'
import {
  type MarkedFile,
  MEDIA_FOLDERS,
  OWNER,
  PARTNER,
  wholeArchive,
  wordOf,
  writeArchive,
} from '../support/archive/whole-archive.ts'
import { atTime } from '../support/at-time.ts'
import { consumed } from '../support/consumed.ts'
import { ENGINES, temporaryDirectory } from '../support/engines.ts'
import { slowTest } from '../support/part.ts'
import { startTestServer, type TestServer } from '../support/server.ts'
import { Consumer, createAccount, pathOf } from '../support/streams/compliance-stream.ts'
import { PostReader } from '../support/streams/post-stream.ts'
import { raw } from '../support/tables.ts'
import { createOneUser } from '../support/users.ts'

/** The places where each word was found, such as `owner: /1.1/…`, by word. */
type Found = Map<string, Set<string>>

const SENTINEL = 'zqsentinelqz'
const TABLES = `select table_name as name from information_schema.tables where table_schema = 'public'`

class ArchiveFixture {
  readonly server: TestServer
  readonly files: readonly MarkedFile[]
  readonly report: ArchiveReport
  readonly callers: Readonly<Record<string, Credentials>>
  readonly found: Found = new Map()
  readonly #logged: () => string
  readonly #streams: () => Promise<Readonly<Record<string, string>>>

  private constructor(
    server: TestServer,
    files: readonly MarkedFile[],
    report: ArchiveReport,
    callers: Readonly<Record<string, Credentials>>,
    logged: () => string,
    streams: () => Promise<Readonly<Record<string, string>>>,
  ) {
    this.server = server
    this.files = files
    this.report = report
    this.callers = callers
    this.#logged = logged
    this.#streams = streams
  }

  static async open(
    t: TestContext,
    engine: Engine,
    action: 'Protect' | 'Unprotect',
  ): Promise<ArchiveFixture> {
    const lines: string[] = []
    const logger = createLogger('trace', { write: (line) => void lines.push(line) })
    const server = await startTestServer(t, { engine, settings: { limits: 'off' }, logger })
    const { context, config, url } = server
    const app = await createTestApp(context)
    await joinOwnProject(context, app.appId)
    await createAccount(context)
    const compliance = await Promise.all(
      [1, 2, 3, 4, 5, 6, 7, 8].map((partition) => Consumer.open(url, pathOf(partition))),
    )
    const body = JSON.stringify({ add: [{ value: `${SENTINEL} OR from:${OWNER}` }] })
    const headers = { authorization: app.asApp('POST', url), 'content-type': 'application/json' }
    const rules = await fetch(`${url}/2/tweets/search/stream/rules`, { method: 'POST', headers, body })
    assert.equal(rules.status, 201)
    const watch = async (path: string, as: Credentials) =>
      [path, await PostReader.open(`${url}${path}`, as)] as const
    // A user can have only one v1.1 stream for each app.
    const asWatcher = async () => app.asUser((await createOneUser(context)).id)
    const posts = await Promise.all([
      watch('/2/tweets/search/stream', app.asApp),
      watch('/2/tweets/sample/stream', app.asApp),
      watch('/labs/1/tweets/stream/sample', app.asApp),
      watch(`/1.1/statuses/filter.json?track=${SENTINEL}&follow=${OWNER}`, await asWatcher()),
      watch('/1.1/statuses/sample.json', await asWatcher()),
    ])
    for (const [path, { status }] of posts) assert.equal(status, 200, path)
    const files = wholeArchive(context.clock.now(), action)
    const directory = await temporaryDirectory(t)
    await writeArchive(directory, files)
    const media = openMedia({
      blobs: openBlobs(config),
      stagingDirectory: stagingDirectory(config),
      quotaMib: config.media_quota_mib,
      random: context.random,
    })
    const report = await importArchive(context, directory, { data: config.data, media })
    const other = await createOneUser(context)
    // This post follows everything that the import could send. Its id is in a millisecond whose posts the sampled
    // streams send.
    const sampled = atTime(context, Math.floor(context.clock.now() / 1_000 - 1) * 1_000 + 660)
    const { id } = await createPost(sampled, { authorId: other.id, text: SENTINEL })
    const streams = async () => {
      for (const [, reader] of posts)
        await reader.until(() => reader.texts.some((text) => text.includes(String(id))))
      await deletePost(context, { postId: id })
      await Promise.race(
        compliance.map((each) => each.until(() => JSON.stringify(each.messages).includes(String(id)))),
      )
      for (const [, reader] of posts) reader.close()
      for (const each of compliance) each.close()
      return {
        ...Object.fromEntries(posts.map(([path, { texts }]) => [`the stream ${path}`, texts.join()])),
        'the compliance stream': JSON.stringify(compliance.map(({ messages }) => messages)),
      }
    }
    const callers = {
      owner: await app.asUser(OWNER),
      follower: await app.asUser(PARTNER),
      other: await app.asUser(other.id),
      app: app.asApp,
    }
    await consumed(context.store, 'search')
    return new ArchiveFixture(server, files, report, callers, () => lines.join(), streams)
  }

  /** Reads every place as every caller, and records the words that it finds. */
  async read(directory: string): Promise<Found> {
    const { context, url } = this.server
    for (const [caller, credentials] of Object.entries(this.callers)) {
      for (const path of this.#paths()) {
        const { text } = await ask(`${url}${path}`, credentials)
        this.#record(`${caller}: ${path}`, text)
      }
    }
    for (const [name, text] of Object.entries(await this.#streams())) this.#record(name, text)
    this.#record('the log', this.#logged())
    const { store } = context
    await exportPostsFile(store, join(directory, 'v1.jsonl'))
    await exportPostsFile(store, join(directory, 'v2.jsonl'), { format: 'v2' })
    await exportUsersFile(store, join(directory, 'users.jsonl'))
    await exportFollowsFile(store, join(directory, 'follows'))
    await this.#recordFiles('an export', directory)
    await this.#recordStored()
    return this.found
  }

  #paths(): readonly string[] {
    const all = this.#allIds()
    const whole = 'tweet_mode=extended&include_ext_edit_control=true'
    const fields =
      'tweet.fields=author_id,entities,source,text&expansions=author_id&user.fields=description,name'
    return [
      `/1.1/users/show.json?user_id=${OWNER}`,
      `/1.1/statuses/user_timeline.json?user_id=${OWNER}&count=200&${whole}`,
      `/1.1/statuses/home_timeline.json?count=200&${whole}`,
      `/1.1/favorites/list.json?user_id=${OWNER}&count=200&${whole}`,
      `/1.1/statuses/lookup.json?id=${all}&${whole}`,
      ...all.split(',').map((id) => `/1.1/statuses/show.json?id=${id}&${whole}`),
      `/2/tweets?ids=${all}&${fields}`,
      `/labs/2/tweets?ids=${all}`,
      `/2/users/${OWNER}?user.fields=description,name`,
      '/1.1/direct_messages/events/list.json?count=50',
      `/1.1/direct_messages/events/show.json?id=${this.messageId}`,
      `/1.1/followers/list.json?user_id=${OWNER}`,
      '/1.1/blocks/list.json',
      '/1.1/mutes/users/list.json',
      ...this.files.flatMap(({ word }) => [
        `/1.1/search/tweets.json?q=${word}&${whole}`,
        `/2/tweets/search/recent?query=${word}`,
      ]),
    ]
  }

  #allIds(): string {
    const text = JSON.stringify(this.files)
    return [...new Set([...text.matchAll(/"id_str":"(\d+)"/g)].map(([, id]) => id))].join()
  }

  get messageId(): string {
    return /"messageCreate":\{"id":"(\d{18,})"/.exec(JSON.stringify(this.files))?.[1] ?? ''
  }

  async #recordStored(): Promise<void> {
    const { context, config } = this.server
    const tables = config.database === '' ? [] : await context.store.rows(raw<{ name: string }>(TABLES), {})
    for (const { name } of tables) {
      const rows = await context.store.rows(
        raw<{ row: string }>(`select t::text as row from "${name}" as t`),
        {},
      )
      this.#record(`the table ${name}`, rows.map(({ row }) => row).join())
    }
    await this.#recordFiles('the data directory', config.data)
  }

  async #recordFiles(place: string, directory: string): Promise<void> {
    for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const text = await readFile(join(entry.parentPath, entry.name), 'latin1')
      this.#record(`${place}: ${entry.name}`, text)
    }
  }

  #record(place: string, text: string): void {
    const words = [...this.files.map(({ word }) => word), ...MEDIA_FOLDERS.map(wordOf)]
    for (const word of words) {
      if (!text.includes(word)) continue
      // A response of a search repeats the query, so a word of the query alone does not count.
      if (place.includes(`=${word}`) && !/"(full_)?text":"zq/.test(text)) continue
      const places = this.found.get(word) ?? new Set()
      this.found.set(word, places.add(place))
    }
  }
}

/** Callers who could read a word, in order. */
function readersOf(found: Found, word: string): readonly string[] {
  const places = [...(found.get(word) ?? [])]
  const callers = places.flatMap((place) => /^(owner|follower|other|app):/.exec(place)?.[1] ?? [])
  return ['owner', 'follower', 'other', 'app'].filter((caller) => callers.includes(caller))
}

const ALL_READERS = ['owner', 'follower', 'other', 'app']

for (const engine of ENGINES) {
  for (const action of ['Unprotect', 'Protect'] as const) {
    slowTest(
      `promise 9: every file of an archive × every caller, after ${action} on ${engine}`,
      async (t) => {
        const fixture = await ArchiveFixture.open(t, engine, action)
        const found = await fixture.read(await temporaryDirectory(t))
        const friends = action === 'Protect' ? ['owner', 'follower'] : ALL_READERS
        for (const { kind, word, audience } of fixture.files) {
          await t.test(`spec/archives.md#archive-files: ${kind} is for ${audience}`, () => {
            if (audience === 'nobody') return assert.deepEqual([...(found.get(word) ?? [])], [])
            // The log and the reject files contain no user texts.
            const places = [...(found.get(word) ?? [])].filter((place) => /^the log|\.tsv$/.test(place))
            assert.deepEqual(places, [])
            const isPost = kind === 'tweets' || kind === 'community-tweet'
            const readers = audience === 'both sides' ? ['owner', 'follower'] : isPost ? friends : ALL_READERS
            assert.deepEqual(readersOf(found, word), readers)
          })
        }
        await t.test('spec/archives.md#archive-media: nothing of media folders is stored', () => {
          for (const folder of MEDIA_FOLDERS)
            assert.deepEqual([...(found.get(wordOf(folder)) ?? [])], [], folder)
        })
        await t.test(
          'spec/archives.md#archive-files: a search finds a public post unless the account is protected',
          () => {
            const places = [...(found.get(wordOf('tweets')) ?? [])].filter((place) =>
              place.includes('search'),
            )
            assert.equal(places.length > 0, action === 'Unprotect')
          },
        )
        await t.test(
          'spec/contract.md#direct-message-event: imported messages have source_app_id, as single objects and in lists',
          async () => {
            const { server, messageId, callers } = fixture
            for (const caller of ['owner', 'follower']) {
              for (const path of [`show.json?id=${messageId}`, 'list.json']) {
                const url = `${server.url}/1.1/direct_messages/events/${path}`
                const { status, text } = await ask(url, callers[caller])
                assert.equal(status, 200)
                const { event, events = [event] } = JSON.parse(text)
                assert.deepEqual(
                  events.map((each: { id: string; message_create: object }) => [
                    each.id,
                    each.message_create,
                  ]),
                  [[messageId, { ...events[0].message_create, source_app_id: '0' }]],
                )
              }
            }
          },
        )
        await t.test(
          'spec/archives.md#archive-files: the report counts data that is held back or not stored',
          () => {
            assertNamed(fixture)
          },
        )
      },
    )
  }
}

function assertNamed({ files, report: { kinds, heldBack, notKept } }: ArchiveFixture): void {
  assert.deepEqual(
    [kinds.posts?.read, kinds.posts?.imported, kinds.posts?.rejected, kinds.posts?.heldBack],
    [8, 2, 0, 6],
  )
  assert.deepEqual([kinds.likes?.read, kinds.likes?.rejected, kinds.likes?.heldBack], [2, 0, 1])
  assert.equal(notKept['like (of posts that are not here)'], 1)
  assert.equal(kinds.group_messages?.rejected, 1)
  assert.deepEqual([kinds.blocks?.imported, kinds.mutes?.imported], [1, 1])
  assert.equal(heldBack['twitter-circle-tweet'], 3)
  assert.equal(heldBack['deleted-tweets'], 1)
  assert.equal(heldBack['article (drafts)'], 1)
  assert.equal(heldBack['deleted_tweets_media'], 1)
  assert.equal(notKept['tweets_media (without a post)'], 1)
  const imported = [
    'account',
    'profile',
    'protected-history',
    'tweets',
    'community-tweet',
    'like',
    'follower',
    'block',
    'mute',
  ]
  const messages = ['direct-messages', 'direct-messages-group']
  const unnamed = [...imported, ...messages, 'following', 'verified', 'email', 'community-tweet-of-followers']
  const silent = ['article-draft', 'tweet-headers', 'direct-message-headers', 'direct-message-group-headers']
  const expected = files.map(({ kind }) => kind).filter((kind) => ![...unnamed, ...silent].includes(kind))
  const named = [...Object.keys(heldBack), ...Object.keys(notKept)].map((name) =>
    name.replace(/ \((?:without|of posts) .*\)$/, ''),
  )
  assert.deepEqual(
    named.filter((name) => ![...MEDIA_FOLDERS, ...imported, 'article (drafts)'].includes(name)).toSorted(),
    expected.toSorted(),
  )
}
