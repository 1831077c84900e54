/** Moderation of posts at the desk (spec/console.md#moderation-at-the-desk). */
import assert from 'node:assert/strict'
import { suite } from 'node:test'
import { assertProblem, shareDesk } from '../../../../../../test/support/console/desk.ts'
import { ENGINES } from '../../../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  suite(`/console/api/operator/posts/:post_id/moderation on ${engine}`, () => {
    const joinDesk = shareDesk(engine)

    test('409/moderated-meanwhile for an action or deletion with an outdated version of the state; 204 with the current version', async () => {
      const { ann, postPath: path, postVersion: version } = await joinDesk()
      const seen = await version()
      const send = (body: object) =>
        ann.post(`${path}/moderation`, { reason: 'a law', version: seen, ...body })
      assert.equal((await send({ action: 'withhold', countries: ['DE'] })).status, 204)
      for (const body of [{ action: 'delete' }, { action: 'drop' }]) {
        const answer = await send(body)
        assert.deepEqual([answer.status, answer.body.reason], [409, 'moderated-meanwhile'])
      }
      assert.equal((await send({ action: 'delete', version: await version() })).status, 204)
    })

    test('409/moderated-meanwhile for the second of two operators who act at the same time', async () => {
      const { ann, ben, postPath, postVersion } = await joinDesk()
      const seen = { reason: 'a law', version: await postVersion() }
      const answers = await Promise.all([
        ann.post(`${postPath}/moderation`, { ...seen, action: 'withhold', countries: ['DE'] }),
        ben.post(`${postPath}/moderation`, { ...seen, action: 'drop' }),
      ])
      assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409])
      const late = answers.find(({ status }) => status === 409)
      assert.equal(late?.body.reason, 'moderated-meanwhile')
      assert.match(late?.body.message, /post\.(withhold by ann|drop by ben)@example\.org/)
      assert.equal((await ann.get(postPath)).body.history.length, 1)
    })

    test('409/moderated-meanwhile names the operator who deleted the post', async () => {
      const { ann, postPath, postVersion } = await joinDesk()
      const body = { action: 'delete', reason: 'a law', version: await postVersion() }
      await ann.post(`${postPath}/moderation`, body)
      const again = await ann.post(`${postPath}/moderation`, body)
      assertProblem(again, '409/moderated-meanwhile')
      assert.match(again.body.message, /post\.delete by ann@example\.org/)
    })

    test('409/state-already-so for the state that the post already has', async () => {
      const { ann, postPath: path, postVersion: version } = await joinDesk()
      const body = { action: 'undrop', reason: 'a mistake', version: await version() }
      const answer = await ann.post(`${path}/moderation`, body)
      assert.deepEqual([answer.status, answer.body.reason], [409, 'state-already-so'])
    })

    test('404/post-not-found for an unknown id', async () => {
      const { ann } = await joinDesk()
      const body = { action: 'drop', reason: 'spam', version: '' }
      assertProblem(await ann.post('/operator/posts/1/moderation', body), '404/post-not-found')
    })

    test('400/country-code-invalid for an invalid country', async () => {
      const { ann, postPath, postVersion } = await joinDesk()
      const body = { action: 'withhold', countries: ['1'], reason: 'a law', version: await postVersion() }
      assertProblem(await ann.post(`${postPath}/moderation`, body), '400/country-code-invalid')
    })

    test('400/field-invalid for a missing reason', async () => {
      const { ann, postPath } = await joinDesk()
      assertProblem(
        await ann.post(`${postPath}/moderation`, { action: 'drop', version: '' }),
        '400/field-invalid',
      )
    })

    test('403/operators-only for other console users', async () => {
      const { developer, postPath } = await joinDesk()
      const body = { action: 'drop', reason: 'spam', version: '' }
      assertProblem(await developer.post(`${postPath}/moderation`, body), '403/operators-only')
    })

    test('403/foreign-origin for a page of another site', async () => {
      const { ann, postPath } = await joinDesk()
      const body = { action: 'drop', reason: 'spam', version: '' }
      const headers = { origin: 'https://evil.example' }
      assertProblem(await ann.call('POST', `${postPath}/moderation`, body, headers), '403/foreign-origin')
    })
  })
}
