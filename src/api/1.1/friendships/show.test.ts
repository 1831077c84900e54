import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask } from '../../../../test/support/api-client.ts'
import { letFollow } from '../../../../test/support/follows.ts'
import { assertError } from '../../../../test/support/id-list/stage.ts'
import { RelationStage } from '../../../../test/support/relations/stage.ts'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import { block } from '../../../domain/graph/block.ts'
import { follow } from '../../../domain/graph/follow.ts'
import { mute } from '../../../domain/graph/mute.ts'

const PATH = '/1.1/friendships/show.json'

type Side = Readonly<Record<string, unknown>>
interface Body {
  readonly relationship: { readonly source: Side; readonly target: Side }
}

/** Members about the source that only the source sees. */
const OWN = [
  'following_received',
  'following_requested',
  'notifications_enabled',
  'can_dm',
  'blocking',
  'blocked_by',
  'muting',
  'want_retweets',
  'all_replies',
  'marked_spam',
]

test('friendships/show', async (t) => {
  const stage = await RelationStage.open(t)
  const { context } = stage
  const show = async (query: string, as = stage.app.asApp) =>
    (await stage.got<Body>(`${PATH}?${query}`, as)).relationship
  const trueIn = (side: Side) => Object.keys(side).filter((key) => side[key] === true)

  await t.test(
    'spec/relations.md#relationship: every key in the recorded order, ids with every digit',
    async () => {
      const [asker, target] = await stage.people(2)
      assert.ok(asker !== undefined && target !== undefined)
      const { status, text } = await stage.get(`${PATH}?target_id=${target.id}`, asker.as)
      assert.equal(status, 200)
      assert.equal(
        text,
        `{"relationship":{"source":{"id":${asker.id},"id_str":"${asker.id}","screen_name":"${asker.screenName}",` +
          '"following":false,"followed_by":false,"live_following":false,"following_received":false,' +
          '"following_requested":false,"notifications_enabled":false,"can_dm":false,"blocking":false,' +
          '"blocked_by":false,"muting":false,"want_retweets":false,"all_replies":false,"marked_spam":false},' +
          `"target":{"id":${target.id},"id_str":"${target.id}","screen_name":"${target.screenName}",` +
          '"following":false,"followed_by":false,"following_received":false,"following_requested":false}}}',
      )
    },
  )
  await t.test('200 follows and permissions to write, from both sides', async () => {
    const [asker, target] = [await stage.person(), await stage.person()]
    await follow(context, { follower: asker.id, followee: target.id, wantsNotifications: true })
    const there = await show(`target_screen_name=${target.screenName}`, asker.as)
    assert.deepEqual(trueIn(there.source), ['following', 'notifications_enabled', 'want_retweets'])
    assert.deepEqual(trueIn(there.target), ['followed_by'])
    const back = await show(`target_id=${asker.id}`, target.as)
    assert.deepEqual(trueIn(back.source), ['followed_by', 'can_dm'])
    assert.deepEqual(trueIn(back.target), ['following'])
  })
  await t.test('200 follow requests, blocks and mutes', async () => {
    const [asker, target] = [await stage.person(), await stage.person({ isProtected: true })]
    await follow(context, { follower: asker.id, followee: target.id })
    const asked = await show(`target_id=${target.id}`, asker.as)
    assert.deepEqual(trueIn(asked.source), ['following_requested'])
    assert.deepEqual(trueIn(asked.target), ['following_received'])
    const received = await show(`target_id=${asker.id}`, target.as)
    assert.deepEqual(trueIn(received.source), ['following_received'])
    assert.deepEqual(trueIn(received.target), ['following_requested'])
    await block(context, { userId: target.id, blockedId: asker.id })
    await mute(context, { userId: target.id, mutedId: asker.id })
    assert.deepEqual(trueIn((await show(`target_id=${asker.id}`, target.as)).source), ['blocking', 'muting'])
    assert.deepEqual(trueIn((await show(`target_id=${target.id}`, asker.as)).source), ['blocked_by'])
  })
  await t.test(
    'spec/relations.md#relationship: for a third party, the fields that only the source sees are null',
    async () => {
      const [source, target, third] = [await stage.person(), await stage.person(), await stage.person()]
      await follow(context, { follower: source.id, followee: target.id })
      await mute(context, { userId: source.id, mutedId: target.id })
      const query = `source_id=${source.id}&target_screen_name=${target.screenName}`
      for (const as of [third.as, target.as, stage.app.asApp]) {
        const seen = await show(query, as)
        assert.deepEqual([seen.source['following'], seen.target['followed_by']], [true, true])
        for (const name of OWN) assert.equal(seen.source[name], null, name)
        assert.deepEqual(
          [seen.target['following_received'], seen.target['following_requested']],
          [null, null],
        )
      }
      const own = await show(query, source.as)
      for (const name of OWN) assert.equal(typeof own.source[name], 'boolean', name)
    },
  )
  await t.test(
    '200 two protected users: the fields are null for a caller who may see the lists of neither user',
    async () => {
      const [source, target] = [
        await stage.person({ isProtected: true }),
        await stage.person({ isProtected: true }),
      ]
      const [fan, stranger, open] = [await stage.person(), await stage.person(), await stage.person()]
      await letFollow(context, { follower: source.id, followee: target.id })
      await letFollow(context, { follower: fan.id, followee: target.id })
      await letFollow(context, { follower: source.id, followee: open.id })
      const query = `source_screen_name=${source.screenName}&target_id=${target.id}`
      const ends = ({ source: { following, followed_by } }: Body['relationship']) => [following, followed_by]
      for (const as of [stranger.as, stage.app.asApp])
        assert.deepEqual(ends(await show(query, as)), [null, null])
      for (const as of [source.as, target.as, fan.as])
        assert.deepEqual(ends(await show(query, as)), [true, false])
      // The lists of the public user show the relation to all callers.
      assert.deepEqual(ends(await show(`source_id=${source.id}&target_id=${open.id}`, stranger.as)), [
        true,
        false,
      ])
    },
  )
  await t.test('200 source and target may be the same user', async () => {
    const asker = await stage.person()
    assert.deepEqual(trueIn((await show(`target_id=${asker.id}`, asker.as)).source), [])
  })
  await t.test('400/25 without a target; with app authentication also without a source', async () => {
    const asker = await stage.person()
    const missing = [400, 25, 'Query parameters are missing.'] as const
    assertError(await stage.get(PATH, asker.as), ...missing)
    assertError(await stage.get(`${PATH}?source_id=${asker.id}`, asker.as), ...missing)
    assertError(await stage.get(`${PATH}?target_id=${asker.id}`, stage.app.asApp), ...missing)
    assertError(await stage.get(`${PATH}?source_id=${asker.id}`, stage.app.asApp), ...missing)
  })
  await t.test('404/50 an unknown or hidden user on either side', async () => {
    const [asker, gone] = [await stage.person(), await stage.person()]
    await changeUserState(context, { userId: gone.id, action: 'suspend' })
    for (const query of [
      'target_id=1',
      'target_screen_name=nobody',
      `target_id=${gone.id}`,
      `source_id=1&target_id=${asker.id}`,
      `source_screen_name=nobody&target_id=${asker.id}`,
      `source_id=${gone.id}&target_id=${asker.id}`,
    ]) {
      assertError(await stage.get(`${PATH}?${query}`, asker.as), 404, 50, 'User not found.')
    }
  })
  await t.test('400/44 invalid ids', async () => {
    const answer = await stage.get(`${PATH}?target_id=x`, stage.app.asApp)
    assertError(answer, 400, 44, 'target_id parameter is invalid.')
    const other = await stage.get(`${PATH}?target_id=1&source_id=-2`, stage.app.asApp)
    assertError(other, 400, 44, 'source_id parameter is invalid.')
  })
  await t.test('400/215 without credentials', async () => {
    assert.equal((await ask(`${stage.server.url}${PATH}?target_id=1&source_id=1`)).status, 400)
  })
})

test('spec/limits.md#v11-limits: 180 requests for a user and 15 for an app', async (t) => {
  const stage = await RelationStage.open(t, { limits: 'documented' })
  const asker = await stage.person()
  const query = `source_id=${asker.id}&target_id=${asker.id}`
  for (const [as, limit] of [
    [asker.as, '180'],
    [stage.app.asApp, '15'],
  ] as const) {
    const { headers } = await stage.get(`${PATH}?${query}`, as)
    assert.equal(headers.get('x-rate-limit-limit'), limit)
  }
})
