import assert from 'node:assert/strict'
import { describe } from 'node:test'
import type { Credentials } from '../../../../../test/support/api-client.ts'
import { ENGINES } from '../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../test/support/part.ts'
import { LookupStage } from '../../../../../test/support/v2-lookup/stage.ts'
import { changeLabsEnrolment } from '../../../../domain/apps/enrolment.ts'
import { findPosts } from '../../../../domain/posts/read/find-posts.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  describe(`spec/retired-endpoints.md#labs-v1-calls: hidden replies on ${engine}`, () => {
    test('a reply is hidden, and cannot be shown again', async (t) => {
      const stage = await LookupStage.open(t, 'labs-1', engine, 'off', { api_date: '2020-07-07' })
      const { context, app } = stage
      const [host, guest] = [await stage.user(), await stage.user()]
      const begun = await stage.post(host.id, 'what do you think?')
      const inReplyTo = { id: begun, authorId: host.id }
      const reply = await stage.post(guest.id, 'nothing', { inReplyTo })
      const quote = await stage.post(guest.id, 'this', { inReplyTo, quotedId: begun })
      const own = await stage.post(host.id, 'and I', { inReplyTo })
      const [asHost, asGuest] = [await app.asUser(host.id), await app.asUser(guest.id)]
      const put = async (id: bigint | string, body: unknown, as: Credentials = asHost, query = '') => {
        const url = `${stage.server.url}/labs/1/tweets/${id}/hidden${query}`
        const response = await fetch(url, {
          method: 'PUT',
          headers: { authorization: as('PUT', url), 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
        return { status: response.status, body: JSON.parse(await response.text()) }
      }
      const isHidden = async (id: bigint) => (await findPosts(context.store, [id])).get(id)?.hiddenAt !== null

      await t.test(
        '403/1 for a reply in a conversation of another user, a quote, the user’s own reply, and a post that is not a reply',
        async () => {
          for (const [id, as] of [
            [reply, asGuest],
            [quote, asHost],
            [own, asHost],
            [begun, asHost],
          ] as const) {
            const { status, body } = await put(id, { hidden: true }, as)
            assert.deepEqual([status, body.title], [403, 'Forbidden'])
            assert.equal(await isHidden(id), false)
          }
        },
      )
      await t.test(
        '400/2 for a `hidden` that is false, a text or missing, and for an unknown parameter',
        async () => {
          for (const [body, message] of [
            [{ hidden: false }, 'The `hidden` body parameter value is not one of [true]'],
            [{ hidden: 'true' }, 'The `hidden` body parameter value is not one of [true]'],
            [{}, 'Field hidden can not be empty'],
          ] as const) {
            const { status, body: answer } = await put(reply, body)
            assert.deepEqual([status, answer.errors[0].message], [400, message])
          }
          const { body } = await put(reply, { hidden: true }, asHost, '?hidden=true')
          assert.equal(body.errors[0].message, 'Unknown parameters in request: hidden')
          assert.equal(await isHidden(reply), false)
        },
      )
      await t.test('200 a reply is hidden; hiding it twice is not an error', async () => {
        for (let time = 0; time < 2; time += 1) {
          assert.deepEqual(await put(reply, { hidden: true }), {
            status: 200,
            body: { data: { hidden: true } },
          })
          assert.equal(await isHidden(reply), true)
        }
      })
      await t.test('403/3 an app that is removed from Labs', async () => {
        await changeLabsEnrolment(context, app.appId, false)
        const { status, body } = await put(reply, { hidden: true })
        assert.deepEqual([status, body.reason], [403, 'client-not-enrolled'])
      })
    })
  })
}
