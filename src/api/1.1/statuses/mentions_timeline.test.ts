import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PostStage } from '../../../../test/support/posts/stage.ts'
import { idsOn, timelineCases } from '../../../../test/support/posts/timeline-suite.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'

const PATH = '/1.1/statuses/mentions_timeline.json'

test('statuses/mentions_timeline', async (t) => {
  const stage = await PostStage.open(t)
  const { relations, context } = stage
  const [viewer, one, other] = await relations.people(3)
  assert.ok(viewer !== undefined && one !== undefined && other !== undefined)
  const ids: bigint[] = []
  for (const [index, { id }] of [one, other, one, one, one].entries()) {
    ids.unshift((await stage.write(id, { text: `Hello @${viewer.screenName} ${index}` })).id)
  }
  await stage.write(one.id, { text: `Hello @${other.screenName}` })

  await timelineCases(t, { stage, path: PATH, as: viewer.as, ids })
  await t.test('200 a mention by a protected user is shown only to followers', async () => {
    await changeUserState(context, { userId: other.id, action: 'protect' })
    assert.deepEqual(await idsOn(stage, PATH, viewer.as), ids.toSpliced(3, 1))
  })
})
