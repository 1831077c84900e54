import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { RelationStage } from '../../../../test/support/relations/stage.ts'
import { refusalsOfTheEdge } from '../../../../test/support/relations/target-suite.ts'
import { follow, unfollow } from '../../../domain/graph/follow.ts'

const PATH = '/1.1/friendships/update.json'

interface Body {
  readonly relationship: {
    readonly source: Readonly<Record<string, unknown>>
    readonly target: Readonly<Record<string, unknown>>
  }
}

test('friendships/update', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const [asker, target] = [await stage.person(), await stage.person()]
  await follow(context, { follower: asker.id, followee: target.id })
  const update = async (query: string) => {
    const { relationship } = await stage.done<Body>(`${PATH}?user_id=${target.id}${query}`, asker.as)
    return [relationship.source['notifications_enabled'], relationship.source['want_retweets']]
  }
  const noRetweets = () => stage.got<bigint[]>('/1.1/friendships/no_retweets/ids.json', asker.as)

  await t.test(
    'spec/relations.md#unfollow-and-update: device and retweets are changed separately, and the relationship shows both',
    async () => {
      assert.deepEqual(await update(''), [false, true])
      assert.deepEqual(await update('&device=true'), [true, true])
      assert.deepEqual(await update('&retweets=false'), [true, false])
      assert.deepEqual(await noRetweets(), [target.id])
      assert.deepEqual(await update('&device=0&retweets=1'), [false, true])
      assert.deepEqual(await noRetweets(), [])
    },
  )
  await t.test('200 returns the body of friendships/show', async () => {
    const answer = await stage.post(`${PATH}?screen_name=${target.screenName}&device=t`, asker.as)
    const shown = await stage.get(`/1.1/friendships/show.json?target_id=${target.id}`, asker.as)
    assert.deepEqual([answer.status, answer.text], [200, shown.text])
  })
  await t.test('200 the settings are deleted with the follow', async () => {
    await update('&retweets=false&device=true')
    await unfollow(context, { follower: asker.id, followee: target.id })
    assert.deepEqual(await noRetweets(), [])
    await follow(context, { follower: asker.id, followee: target.id })
    assert.deepEqual(await update(''), [false, true])
  })
  await t.test('403/200 a user that the caller does not follow', async () => {
    const stranger = await stage.person()
    for (const { id } of [stranger, asker]) {
      const answer = await stage.post(`${PATH}?user_id=${id}&retweets=false`, asker.as)
      assertError(answer, 403, 200, 'You are not following the specified user.')
    }
  })
  await t.test('404/50 an unknown user', async () => {
    assertError(await stage.post(`${PATH}?user_id=1`, asker.as), 404, 50, 'User not found.')
  })
  await t.test('400/25 without a user', async () => {
    assertError(await stage.post(`${PATH}?device=true`, asker.as), 400, 25, 'Query parameters are missing.')
  })
  await t.test('400/44 an id that is not a number', async () => {
    assertError(await stage.post(`${PATH}?user_id=x`, asker.as), 400, 44, 'user_id parameter is invalid.')
  })
  await refusalsOfTheEdge(t, stage, PATH, `user_id=${target.id}`)
})
