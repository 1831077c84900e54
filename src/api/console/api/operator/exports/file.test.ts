/** Exports as downloads of the desk (spec/console.md#exports-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { gunzipSync, zstdDecompressSync } from 'node:zlib'
import type { ConsoleClient } from '../../../../../../test/support/console/console.ts'
import { assertProblem, shareDesk, startDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'
import { waitUntil } from '../../../../../../test/support/wait-until.ts'
import { ExportLog } from '../../../../../transfers/exports/export-log.ts'

const PATH = '/operator/exports/file'

/** One desk for each engine, for all tests that export nothing. */
const joinDesk = { sqlite: shareDesk('sqlite'), postgres: shareDesk('postgres') }

function download(url: string, { cookie = '' }: ConsoleClient, query: string): Promise<Response> {
  return fetch(`${url}/console/api${PATH}?${query}`, { headers: { cookie } })
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/exports/file on ${engine}`, () => {
    test('200: posts, users and follows in several formats, with an entry in the audit log', async (t) => {
      const { ann, url, user, postId } = await startDesk(t, engine)
      const posts = await download(url, ann, 'kind=posts&format=ids')
      assert.deepEqual(
        [posts.status, posts.headers.get('content-disposition'), await posts.text()],
        [200, 'attachment; filename="posts.txt"', `${postId}\n`],
      )
      const users = await download(url, ann, 'kind=users&compression=gz')
      assert.equal(users.headers.get('content-disposition'), 'attachment; filename="users.jsonl.gz"')
      const first =
        gunzipSync(await users.bytes())
          .toString()
          .split('\n', 1)[0] ?? ''
      assert.equal(JSON.parse(first).id_str, String(user.id))
      const follows = await download(url, ann, 'kind=follows&compression=zst')
      assert.match(zstdDecompressSync(await follows.bytes()).toString(), /^# follower followee/)
      const parquet = await download(url, ann, 'kind=posts&format=parquet')
      assert.equal(Buffer.from(await parquet.bytes()).toString('latin1', 0, 4), 'PAR1')
      await waitUntil(async () => {
        const { exports } = (await ann.get('/operator/exports')).body
        return exports.every(({ state }: { state: string }) => state === 'complete')
      })
      const { exports } = (await ann.get('/operator/exports')).body
      assert.deepEqual(
        exports.map(({ name, rows }: { name: string; rows: number }) => [name, rows]),
        [
          ['posts.parquet', 1],
          ['follows.txt.zst', 0],
          ['users.jsonl.gz', 1],
          ['posts.txt', 1],
        ],
      )
      const { entries } = (await ann.get('/operator/audit?action=export.download')).body
      assert.deepEqual(entries.at(-1).details, { kind: 'posts', format: 'ids', include_protected: false })
    })

    test('200: exports only the posts of a query, a period and an author', async (t) => {
      const { ann, url, user, postId } = await startDesk(t, engine)
      const ids = async (query: string) => (await download(url, ann, `kind=posts&format=ids&${query}`)).text()
      assert.equal(await ids('query=cat'), `${postId}\n`)
      assert.equal(await ids('query=dog'), '')
      assert.equal(await ids(`author=${user.screenName}&since=${postId}`), `${postId}\n`)
      assert.equal(await ids(`until=${postId}`), '')
    })

    test('204: checks the parameters and exports nothing', async () => {
      const { ann } = await joinDesk[engine]()
      assert.equal((await ann.get(`${PATH}?kind=posts&check=true`)).status, 204)
      assert.deepEqual((await ann.get('/operator/exports')).body.exports, [])
    })

    test('400/field-invalid for invalid values, with the name of the field', async () => {
      const { ann } = await joinDesk[engine]()
      const wrong = {
        kind: '',
        format: 'kind=posts&format=xml',
        compression: 'kind=users&compression=zip',
        query: 'kind=posts&query=(cat',
        since: 'kind=posts&since=yesterday',
        until: 'kind=posts&until=x',
        author: 'kind=posts&author=nobody_',
        note_tweet: 'kind=posts&format=v1&note_tweet=true',
      }
      for (const [field, query] of Object.entries(wrong)) {
        const answer = await ann.get(`${PATH}?${query}`)
        assertProblem(answer, '400/field-invalid')
        assert.equal(answer.body.field, field)
      }
      for (const query of [
        'kind=users&query=cat',
        'kind=users&note_tweet=true',
        'kind=posts&format=parquet&compression=gz',
      ])
        assertProblem(await ann.get(`${PATH}?${query}`), '400/field-invalid')
    })
  })
}

suite('/console/api/operator/exports/file', () => {
  const test = slowOnPostgres('sqlite')
  test('409/exports-too-many while the maximum number of exports is running', async (t) => {
    const { ann } = await joinDesk.sqlite()
    t.mock.getter(ExportLog.prototype, 'isFull', () => true)
    assertProblem(await ann.get(`${PATH}?kind=users`), '409/exports-too-many')
  })

  test('403/operators-only for other console users', async () => {
    const { developer } = await joinDesk.sqlite()
    assertProblem(await developer.get(`${PATH}?kind=posts`), '403/operators-only')
  })
})
