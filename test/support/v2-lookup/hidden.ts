/** The contract of hiding replies, as tests (spec/recent-search.md#hide-replies). */
import assert from 'node:assert/strict'
import { describe } from 'node:test'
import { changeLabsEnrolment } from '../../../src/domain/apps/enrolment.ts'
import { findPosts } from '../../../src/domain/posts/read/find-posts.ts'
import { type Credentials, createTestApp } from '../api-client.ts'
import { ENGINES } from '../engines.ts'
import { type DeclareTest, slowOnPostgres } from '../part.ts'
import { type Answered, type Generation, LookupStage, PREFIXES } from './stage.ts'

export function hiddenSuite(generation: Generation): void {
  for (const engine of ENGINES) {
    describe(`hidden replies of ${generation} on ${engine}`, () =>
      suite(slowOnPostgres(engine), generation, engine))
  }
}

function suite(test: DeclareTest, generation: Generation, engine: (typeof ENGINES)[number]): void {
  test('a reply is hidden and shown again', async (t) => {
    const stage = await LookupStage.open(t, generation, engine)
    const { context, app } = stage
    const [host, guest] = [await stage.user(), await stage.user()]
    const begun = await stage.post(host.id, 'what do you think?')
    const reply = await stage.post(guest.id, 'nothing', { inReplyTo: { id: begun, authorId: host.id } })
    const [asHost, asGuest] = [await app.asUser(host.id), await app.asUser(guest.id)]
    const put = async (
      id: bigint | string,
      body: unknown,
      as: Credentials = asHost,
      query = '',
    ): Promise<Answered> => {
      const url = `${stage.server.url}${PREFIXES[generation]}/tweets/${id}/hidden${query}`
      const response = await fetch(url, {
        method: 'PUT',
        headers: { authorization: as('PUT', url), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
    }
    const isHidden = async () => (await findPosts(context.store, [reply])).get(reply)?.hiddenAt !== null

    await t.test(
      '200 spec/recent-search.md#hide-replies: hides a reply and shows it again; a repeated call succeeds',
      async () => {
        for (const hidden of [true, true, false, false]) {
          const { status, body } = await put(reply, { hidden })
          assert.deepEqual([status, body], [200, { data: { hidden } }])
          assert.equal(await isHidden(), hidden)
        }
      },
    )
    await t.test(
      '403/1 spec/recent-search.md#hide-replies: a caller who did not begin the conversation, and a post that is not a reply',
      async () => {
        const other = await stage.user()
        for (const [id, as] of [
          [reply, asGuest],
          [reply, await app.asUser(other.id)],
          [begun, asHost],
        ] as const) {
          const { status, body } = await put(id, { hidden: true }, as)
          const detail = 'Forbidden'
          assert.deepEqual([status, body], [403, { title: detail, type: 'about:blank', status: 403, detail }])
        }
        assert.equal(await isHidden(), false)
      },
    )
    await t.test('200 spec/errors.md#partial-errors: a missing post is reported as in lookups', async () => {
      const { status, body } = await put(5n, { hidden: true })
      assert.deepEqual([status, body], [200, { errors: [stage.notFound('tweet', 'id', 5n)] }])
      assert.equal((await put('9999999999999999999', { hidden: true })).body.errors.length, 1)
    })
    await t.test(
      '400/2 spec/errors.md#invalid-parameters: an invalid `hidden`, an invalid id, and an unknown parameter',
      async () => {
        for (const body of [{}, { hidden: 1 }, { hidden: 'true' }, [], null, 'x', { hidden: null }]) {
          const { status, body: answer } = await put(reply, body)
          assert.equal(status, 400)
          assert.equal(answer.type, `${stage.base}invalid-request`)
          assert.deepEqual(answer.errors[0].parameters, { hidden: [] })
        }
        const { status, body } = await put('x', { hidden: true })
        assert.equal(status, 400)
        assert.match(body.errors[0].message, /does not match \^\[0-9\]\{1,19\}\$$/)
        const twice = await put(reply, { hidden: true }, asHost, '?id=7')
        assert.equal(twice.status, 400)
        assert.deepEqual(twice.body.errors, [{ parameters: { id: ['7'] }, message: '[id] is not one of []' }])
        assert.equal(await isHidden(), false)
      },
    )
    await t.test('403/2 spec/errors.md#problem-objects: a bearer token', async () => {
      const { status, body } = await put(reply, { hidden: true }, app.asApp)
      assert.deepEqual([status, body.type], [403, `${stage.base}unsupported-authentication`])
    })
    await t.test(
      '403/3 spec/labs-lookup.md#enrolment and spec/labs-lookup.md#early-access: an app that is not enrolled',
      async () => {
        const alone = await createTestApp(context)
        if (generation === 'labs') await changeLabsEnrolment(context, alone.appId, false)
        const { status, body } = await put(reply, { hidden: true }, await alone.asUser(host.id))
        assert.deepEqual([status, body.type], [403, `${stage.base}client-forbidden`])
      },
    )
  })
  test('spec/limits.md#labs-limits: 50 in 15 minutes for each user', async (t) => {
    const stage = await LookupStage.open(t, generation, engine, 'documented')
    const { id } = await stage.user()
    const url = `${stage.server.url}${PREFIXES[generation]}/tweets/5/hidden`
    for (const userId of [id, (await stage.user()).id]) {
      const as = await stage.app.asUser(userId)
      const { headers } = await fetch(url, {
        method: 'PUT',
        headers: { authorization: as('PUT', url), 'content-type': 'application/json' },
        body: '{"hidden":true}',
      })
      assert.deepEqual(
        ['limit', 'remaining'].map((name) => headers.get(`x-rate-limit-${name}`)),
        ['50', '49'],
      )
    }
  })
}
