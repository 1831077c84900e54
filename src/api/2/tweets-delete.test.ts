/** Tests DELETE 2/tweets/:id over HTTP. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Credentials, createTestApp } from '../../../test/support/api-client.ts'
import { ENGINES } from '../../../test/support/engines.ts'
import { eventsOf } from '../../../test/support/events.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { PostStage } from '../../../test/support/posts/stage.ts'
import { joinOwnProject } from '../../domain/apps/projects/own-project.ts'
import { findPosts } from '../../domain/posts/read/find-posts.ts'

const DELETED = { data: { deleted: true } }

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`DELETE 2/tweets/:id on ${engine}`, async (t) => {
    const posts = await PostStage.open(t, { engine })
    const { context, relations } = posts
    await joinOwnProject(context, relations.app.appId)
    const [author, other] = [await relations.person(), await relations.person()]
    const remove = async (id: bigint | string, as: Credentials = author.as, query = '') => {
      const url = `${relations.server.url}/2/tweets/${id}${query}`
      const response = await fetch(url, { method: 'DELETE', headers: { authorization: as('DELETE', url) } })
      // biome-ignore lint/suspicious/noExplicitAny: any response
      return { status: response.status, headers: response.headers, body: (await response.json()) as any }
    }
    const isThere = async (id: bigint) => (await findPosts(context.store, [id])).has(id)

    await t.test(
      '200 spec/v2-posts.md#post-calls: the post is deleted and an event is appended; a repeated call succeeds',
      async () => {
        const { id } = await posts.write(author.id)
        const events = await eventsOf(context, async () => {
          for (const _ of ['first', 'again']) {
            const { status, body } = await remove(id)
            assert.deepEqual([status, body], [200, DELETED])
          }
        })
        assert.equal(await isThere(id), false)
        assert.deepEqual(
          events.map(({ kind }) => kind),
          ['post.deleted'],
        )
      },
    )
    await t.test(
      '200 spec/v2-posts.md#refused-writes: an unknown post, also with an id beyond 64 bits',
      async () => {
        for (const id of ['5', '9999999999999999999']) {
          assert.deepEqual((await remove(id)).body, DELETED)
        }
      },
    )
    await t.test('403/1 spec/v2-posts.md#refused-writes: a post of another user', async () => {
      const { id } = await posts.write(other.id)
      const { status, body } = await remove(id)
      const detail = 'You are not authorized to delete this Tweet.'
      assert.deepEqual(
        [status, body],
        [403, { title: 'Forbidden', type: 'about:blank', status: 403, detail }],
      )
      assert.equal(await isThere(id), true)
    })
    await t.test(
      '200 the response for a post of a protected user is that for an unknown post, and the post is not deleted',
      async () => {
        const hermit = await relations.person({ isProtected: true })
        const { id } = await posts.write(hermit.id)
        assert.deepEqual((await remove(id)).body, DELETED)
        assert.equal(await isThere(id), true)
      },
    )
    await t.test(
      '400/2 spec/errors.md#invalid-parameters: an invalid id, and unknown parameters',
      async () => {
        const { id } = await posts.write(author.id)
        for (const answer of [
          await remove('x'),
          await remove(id, author.as, '?id=7'),
          await remove(id, author.as, '?a=1'),
        ]) {
          assert.deepEqual([answer.status, answer.body.title], [400, 'Invalid Request'])
        }
        assert.equal(await isThere(id), true)
      },
    )
    await t.test('403/2 spec/errors.md#problem-objects: a bearer token', async () => {
      const { status, body } = await remove('5', relations.app.asApp)
      assert.equal(status, 403)
      assert.match(body.type, /unsupported-authentication$/)
    })
    await t.test('403/3 spec/labs-lookup.md#early-access: an app without a project', async () => {
      const alone = await createTestApp(context)
      const { status, body } = await remove('5', await alone.asUser(author.id))
      assert.equal(status, 403)
      assert.match(body.type, /client-forbidden$/)
    })
  })
}

test('spec/v2-posts.md#post-calls: DELETE 2/tweets/:id allows 50 requests in 15 minutes', async (t) => {
  const posts = await PostStage.open(t, { engine: 'sqlite', limits: 'documented' })
  await joinOwnProject(posts.context, posts.relations.app.appId)
  const author = await posts.relations.person()
  const url = `${posts.relations.server.url}/2/tweets/5`
  const response = await fetch(url, {
    method: 'DELETE',
    headers: { authorization: author.as('DELETE', url) },
  })
  assert.equal(response.headers.get('x-rate-limit-limit'), '50')
  assert.equal(response.headers.get('x-rate-limit-remaining'), '49')
})
