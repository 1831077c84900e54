/**
 * Tests the inputs of public bug reports on both engines. The posts of each input must have the right values in an
 * export, in the response of a server, in a timeline and in search results.
 */
import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { describe, type TestContext, test } from 'node:test'
import { ask, createTestApp } from '../../../test/support/api-client.ts'
import { mediaToolsOf } from '../../../test/support/archive/media-tools.ts'
import { CASE_COLLECTION, caseFile } from '../../../test/support/cases.ts'
import { consumed } from '../../../test/support/consumed.ts'
import { ENGINES, temporaryDirectory } from '../../../test/support/engines.ts'
import { slowTest } from '../../../test/support/part.ts'
import { EVERY_PATH, startTestServer } from '../../../test/support/server.ts'
import { checkList } from '../../compliance-check/check-list.ts'
import { Tally as CheckTally, MUST_DELETE, type Outcome } from '../../compliance-check/tally.ts'
import type { Engine } from '../../db/query.ts'
import { addAppToProject, createProject } from '../../domain/apps/projects/projects.ts'
import { deletePost } from '../../domain/posts/write/delete-post.ts'
import { exportFollowsFile } from '../../exporters/follows.ts'
import { exportPostsFile } from '../../exporters/posts.ts'
import { exportUsersFile } from '../../exporters/users.ts'
import { importArchive } from '../archive/archive.ts'
import { importFiles } from './import-files.ts'
import { findInputs } from './inputs.ts'

/** A post in the form of an export and of a response. */
interface Shown {
  readonly id_str: string
  readonly full_text: string
  readonly user: { readonly id_str: string; readonly screen_name: string }
  readonly extended_entities?: { readonly media: readonly { readonly media_url_https: string }[] }
}

async function place(t: TestContext, engine: Engine) {
  const { context, config, url } = await startTestServer(t, { engine, settings: EVERY_PATH })
  const { store } = context
  const folder = await temporaryDirectory(t)
  const media = mediaToolsOf(config, context)
  const lines = async (file: string) =>
    (await readFile(file, 'utf8')).split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  const run = async (name: string) => {
    const { tally, rejects } = await importFiles(context, await findInputs([caseFile(name)]), undefined, {
      data: config.data,
      stdin: Readable.from([]),
      importArchive: (input, shared) =>
        importArchive(context, input.path, { data: config.data, media, rejects: shared }),
    })
    const [posts, users, follows] = ['posts', 'users', 'follows'].map((kind) => join(folder, kind)) as [
      string,
      string,
      string,
    ]
    await exportPostsFile(store, posts)
    await exportUsersFile(store, users)
    await exportFollowsFile(store, follows)
    const objects = async (file: string) => (await lines(file)).map((line) => JSON.parse(line))
    return {
      posts: (await objects(posts)) as readonly Shown[],
      names: (await objects(users)).map(({ screen_name }): string => screen_name).toSorted(),
      follows: await lines(follows),
      rejected: tally.rejected,
      rows: rejects === undefined ? [] : await lines(rejects),
      archive: tally.state.archives[0]?.report,
    }
  }
  return { context, url, run }
}

type Stage = Awaited<ReturnType<typeof place>>
type Result = Awaited<ReturnType<Stage['run']>>

interface Case {
  /** Texts of the posts in the order of their ids; a pattern matches a text. */
  readonly posts: readonly (string | RegExp)[]
  /** A word of the last post; a search for this word must find the post. */
  readonly word?: string
  /** Further checks of the result. */
  readonly look?: (result: Result, url: string) => void | Promise<void>
}

const EXPECTED: Readonly<Record<string, Case>> = {
  '01-archive-note': {
    posts: [/./, /zebrafinch\.$/],
    word: 'zebrafinch',
    look: ({ posts }) => assert.equal(posts.at(-1)?.full_text.length, 573),
  },
  '02-archive-community': { posts: [/./, /./] },
  '03-archive-untold': {
    posts: [/./],
    look: ({ archive }) =>
      assert.deepEqual([archive?.kinds.mutes?.imported, archive?.kinds.group_messages?.imported], [1, 1]),
  },
  '04-archive-grailbird': {
    posts: [/./, 'first of July', 'second of July'],
    look: ({ posts }) => assert.ok(posts.every(({ user }) => user.screen_name === 'ann_archive')),
  },
  '05-archive-old-dm': {
    posts: [],
    look: ({ archive }) => assert.equal(archive?.kinds.messages?.imported, 2),
  },
  '06-archive-windows.zip': { posts: [/./] },
  '07-archive-two-folders.zip': { posts: [/./] },
  '08-archive-media': {
    posts: [/./],
    async look({ posts, archive }, url) {
      assert.equal(archive?.media?.imported, 1)
      const address = posts[0]?.extended_entities?.media[0]?.media_url_https ?? ''
      const response = await fetch(new URL(address, url))
      const file = 'data/tweets_media/1593387213315784705-AbCdEf.png'
      assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/png'])
      assert.ok((await response.arrayBuffer()).byteLength > 0)
      assert.ok(statSync(join(caseFile('08-archive-media'), file)).size > 0)
    },
  },
  '09-stream-hour.json': { posts: ['first'] },
  '10-search-page.json': { posts: ['first', 'second'] },
  '11-glued.json': { posts: [/./, /./] },
  '12-mongoexport.json': { posts: ['mongo'] },
  '13-surrogate-bytes.json': { posts: [/\u{1f49b}/u] },
  '14-users-list.json': {
    posts: [],
    look: ({ names }) => assert.deepEqual(names, ['spritz_a', 'spritz_b']),
  },
  '15-users-v2-page.jsonl': { posts: [], look: ({ names }) => assert.deepEqual(names, ['v_two']) },
  '16-follows.csv': {
    posts: [],
    look: ({ follows }) =>
      assert.deepEqual(follows.slice(-2), ['1500000101 1500000102', '1500000103 1500000102']),
  },
  '17-gnip-activity.json': { posts: ['gnip one'], word: 'gnip' },
  '18-note-page.jsonl': { posts: [/quokkaland\.$/], word: 'quokkaland' },
  '24-nul-in-profile.json': {
    posts: ['fine text'],
    look: ({ names }) => assert.deepEqual(names, ['spritz_a']),
  },
  '25-archive-semicolon': { posts: [/./] },
}

/** An app that may use API v2. */
async function appInProject({ context }: Stage, ownerId: bigint) {
  const app = await createTestApp(context)
  const { id } = await createProject(context, { name: 'Cases', ownerId })
  await addAppToProject(context, id, app.appId)
  return app
}

/**
 * Checks that each post can be read by its id and in its author's timeline, and that a search for the word finds the
 * last post.
 */
async function assertShown(stage: Stage, { posts }: Result, word: string | undefined) {
  const { context, url } = stage
  const [author] = posts
  if (author === undefined) return
  const app = await appInProject(stage, BigInt(author.user.id_str))
  const get = async (path: string): Promise<unknown> => {
    const { status, text } = await ask(`${url}${path}`, app.asApp)
    assert.equal(status, 200, `${path}: ${text}`)
    return JSON.parse(text)
  }
  for (const { id_str, full_text, user } of posts) {
    const shown = (await get(`/1.1/statuses/show.json?id=${id_str}&tweet_mode=extended`)) as Shown
    assert.deepEqual([shown.full_text, shown.user.screen_name], [full_text, user.screen_name])
    const path = `/1.1/statuses/user_timeline.json?user_id=${user.id_str}&count=200`
    const timeline = (await get(path)) as readonly Shown[]
    assert.ok(timeline.some((post) => post.id_str === id_str))
  }
  if (word === undefined) return
  await consumed(context.store, 'search')
  const query = new URLSearchParams({ query: word, start_time: '2006-03-21T00:00:00Z' })
  const { data } = (await get(`/2/tweets/search/all?${query}`)) as { data: readonly { id: string }[] }
  assert.deepEqual(
    data.map(({ id }) => id),
    [posts.at(-1)?.id_str],
  )
}

for (const engine of ENGINES) {
  describe(`cases of public bug reports on ${engine}`, () => {
    for (const [name, { posts: texts, word, look }] of Object.entries(EXPECTED)) {
      slowTest(name, async (t) => {
        const stage = await place(t, engine)
        const result = await stage.run(name)
        assert.equal(result.posts.length, texts.length)
        for (const [index, text] of texts.entries()) {
          const found = result.posts[index]?.full_text ?? ''
          if (typeof text === 'string') assert.equal(found, text)
          else assert.match(found, text)
        }
        assert.equal(result.rejected, 0)
        await look?.(result, stage.url)
        await assertShown(stage, result, word)
      })
    }

    slowTest('23-rejected-list.json: a row for each rejected object', async (t) => {
      const { rejected, rows } = await (await place(t, engine)).run('23-rejected-list.json')
      assert.equal(rejected, 2)
      assert.deepEqual(
        rows.map((row) => row.split('\t').length),
        [3, 3],
      )
    })

    slowTest('19 and 20: a check of quoted ids, of scores and of posts finds the deleted post', async (t) => {
      const { context, run } = await place(t, engine)
      assert.equal((await run('20-held-tweets.jsonl')).posts.length, 2)
      await deletePost(context, { postId: 490828800000000001n })
      for (const name of ['19-held-quoted.txt', '19-held-scores.csv', '20-held-tweets.jsonl']) {
        const tally = new CheckTally()
        const found: Outcome[] = []
        const input = { file: caseFile(name), subject: 'tweets', column: undefined } as const
        await checkList(context, input, tally, {
          read: () => undefined,
          begin: async () => undefined,
          outcome: async (outcome) => void found.push(outcome),
        })
        assert.deepEqual(
          found.flatMap(({ id, action }) => (action === 'delete' ? [id] : [])),
          ['490828800000000001'],
          name,
        )
        assert.equal(tally.exitCode, MUST_DELETE)
      }
    })

    slowTest('21 and 22: the lookup of twarc2, and the user of a token', async (t) => {
      const stage = await place(t, engine)
      const { posts } = await stage.run('20-held-tweets.jsonl')
      const { user } = posts[0] ?? assert.fail('there is no post')
      const app = await appInProject(stage, BigInt(user.id_str))
      const { url } = stage
      const request = await readFile(caseFile('21-twarc2-lookup.txt'), 'utf8')
      const [path = ''] = request.replace(/\n\s+/g, '').split('\n')
      const { status, text } = await ask(`${url}${path.replace(/^GET /, '')}`, app.asApp)
      assert.equal(status, 200, text)
      const { data } = JSON.parse(text) as { data: readonly { id: string }[] }
      assert.deepEqual(
        data.map(({ id }) => id),
        ['490828800000000001'],
      )
      const own = await ask(`${url}/2/users/me`, await app.asUser(BigInt(user.id_str)))
      assert.deepEqual([own.status, JSON.parse(own.text).data.id], [200, user.id_str])
    })
  })
}

test('this file tests each case of the collection, and the copies of the inputs are equal to the originals', {
  skip: existsSync(CASE_COLLECTION) ? false : 'there is no collection',
}, async () => {
  const others = ['README.md', '19', '20', '21', '23']
  for (const name of readdirSync(CASE_COLLECTION)) {
    if (name === 'README.md') continue
    assert.ok(name in EXPECTED || others.some((other) => name.startsWith(other)), name)
    const collected = join(CASE_COLLECTION, name)
    const files = statSync(collected).isDirectory()
      ? readdirSync(collected, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => join(entry.parentPath, entry.name).slice(collected.length))
      : ['']
    for (const file of files)
      assert.ok((await readFile(collected + file)).equals(await readFile(caseFile(name) + file)), name + file)
  }
})
