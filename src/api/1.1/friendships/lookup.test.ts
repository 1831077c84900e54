import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { letFollow } from '../../../../test/support/follows.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { RelationStage } from '../../../../test/support/relations/stage.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { mute } from '../../../domain/graph/mute.ts'

const PATH = '/1.1/friendships/lookup.json'

interface Item {
  readonly id: bigint
  readonly connections: readonly string[]
}

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`friendships/lookup on ${engine}`, async (t) => {
    const stage = await RelationStage.open(t, { engine })
    const { context } = stage
    const asker = await stage.person({ isProtected: true })
    const lookup = (query: string) => stage.got<Item[]>(`${PATH}?${query}`, asker.as)

    await t.test(
      'spec/relations.md#connections: keys in the recorded order, ids with every digit',
      async () => {
        const { id, name, screenName } = await stage.person()
        const { text } = await stage.get(`${PATH}?user_id=${id}`, asker.as)
        assert.equal(
          text,
          `[{"name":"${name}","screen_name":"${screenName}","id":${id},"id_str":"${id}","connections":["none"]}]`,
        )
      },
    )
    await t.test('spec/relations.md#connections: connections in order; `none` occurs alone', async () => {
      const friend = await stage.person()
      await letFollow(context, { follower: asker.id, followee: friend.id })
      await letFollow(context, { follower: friend.id, followee: asker.id })
      await mute(context, { userId: asker.id, mutedId: friend.id })
      const closed = await stage.person({ isProtected: true })
      await follow(context, { follower: asker.id, followee: closed.id })
      await follow(context, { follower: closed.id, followee: asker.id })
      const blocked = await stage.person()
      await block(context, { userId: asker.id, blockedId: blocked.id })
      await mute(context, { userId: asker.id, mutedId: blocked.id })
      const blocker = await stage.person()
      await block(context, { userId: blocker.id, blockedId: asker.id })
      const items = await lookup(
        `user_id=${[friend, closed, blocked, blocker].map(({ id }) => id).join(',')}`,
      )
      assert.deepEqual(
        items.map(({ connections }) => connections),
        [
          ['following', 'followed_by', 'muting'],
          ['following_requested', 'following_received'],
          ['blocking', 'muting'],
          ['none'],
        ],
      )
    })
    await t.test('200 input order, ids before names, each user once', async () => {
      const [a, b, c] = await stage.people(3)
      assert.ok(a !== undefined && b !== undefined && c !== undefined)
      const query = `user_id=${c.id},${a.id},${c.id}&screen_name=${b.screenName.toUpperCase()},${a.screenName}`
      assert.deepEqual(
        (await lookup(query)).map(({ id }) => id),
        [c.id, a.id, b.id],
      )
    })
    await t.test('200 unknown, hidden and malformed users are left out', async () => {
      const [known, gone] = await stage.people(2)
      assert.ok(known !== undefined && gone !== undefined)
      await changeUserState(context, { userId: gone.id, action: 'deactivate' })
      const query = `user_id=1,abc,-5,9223372036854775808,${gone.id},,${known.id}&screen_name=nobody,%00`
      assert.deepEqual(
        (await lookup(query)).map(({ id }) => id),
        [known.id],
      )
      assert.deepEqual(await lookup('user_id=1'), [])
    })
    await t.test('403/18 more than 100 ids and names together', async () => {
      const ids = Array.from({ length: 99 }, (_, index) => index + 1).join(',')
      assert.deepEqual(await lookup(`user_id=${ids}&screen_name=a`), [])
      const answer = await stage.get(`${PATH}?user_id=${ids}&screen_name=a,b`, asker.as)
      assertError(answer, 403, 18, 'Too many terms specified in query.')
    })
    await t.test('400/25 without a user', async () => {
      for (const query of ['', '?user_id=,&screen_name=']) {
        assertError(await stage.get(PATH + query, asker.as), 400, 25, 'Query parameters are missing.')
      }
    })
    await t.test('403/220 a bearer token', async () => {
      const answer = await stage.get(`${PATH}?user_id=1`, stage.app.asApp)
      assertError(answer, 403, 220, 'Your credentials do not allow access to this resource.')
    })
  })
}
