import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertError } from '../../../../../test/support/id-list/stage.ts'
import { PostStage } from '../../../../../test/support/posts/stage.ts'
import { unseenCases } from '../../../../../test/support/posts/unseen-suite.ts'
import { changeUserState } from '../../../../domain/accounts/change-user-state.ts'
import { block } from '../../../../domain/graph/block.ts'
import { changePostState } from '../../../../domain/posts/state/change-post-state.ts'
import { repost } from '../../../../domain/posts/write/repost.ts'

interface Page {
  readonly ids: readonly (bigint | string)[]
  readonly next_cursor: bigint
  readonly previous_cursor: bigint
}

test('statuses/retweeters/ids', async (t) => {
  const stage = await PostStage.open(t)
  const { relations, context } = stage
  const [author, viewer, ...others] = await relations.people(7)
  assert.ok(author !== undefined && viewer !== undefined)
  const path = (id: bigint | string) => `/1.1/statuses/retweeters/ids.json?id=${id}`
  const { id } = await stage.write(author.id)
  const reposts: { userId: bigint; repost: bigint }[] = []
  for (const { id: userId } of others) {
    reposts.push({ userId, repost: (await repost(context, { userId, postId: id })).id })
  }
  const newestFirst = others.map((user) => user.id).reverse()

  await t.test('200 spec/followers.md#cursors: newest first, page by page', async () => {
    const page = await relations.got<Page>(path(id), viewer.as)
    assert.deepEqual(page.ids, newestFirst)
    const first = await relations.got<Page>(`${path(id)}&count=2`, viewer.as)
    assert.deepEqual(first.ids, newestFirst.slice(0, 2))
    const next = `${path(id)}&count=3&cursor=${first.next_cursor}&stringify_ids=true`
    const rest = await relations.got<Page>(next, viewer.as)
    assert.deepEqual([rest.ids, rest.next_cursor], [newestFirst.slice(2).map(String), 0n])
  })
  await t.test(
    '200 spec/followers.md#hidden-users: hidden users are removed after the page is cut',
    async () => {
      const [newest, second, third] = reposts.toReversed()
      assert.ok(newest && second && third)
      await changeUserState(context, { userId: newest.userId, action: 'protect' })
      await block(context, { userId: second.userId, blockedId: viewer.id })
      await changePostState(context, { postId: third.repost, action: 'drop' })
      const first = await relations.got<Page>(`${path(id)}&count=3`, viewer.as)
      assert.deepEqual(first.ids, [])
      const rest = await relations.got<Page>(`${path(id)}&cursor=${first.next_cursor}`, viewer.as)
      assert.deepEqual([rest.ids, rest.next_cursor], [newestFirst.slice(3), 0n])
      const back = await relations.got<Page>(`${path(id)}&cursor=${rest.previous_cursor}`, viewer.as)
      assert.deepEqual(back.ids, [])
    },
  )
  await t.test('400/44 an invalid cursor', async () => {
    const answer = await relations.get(`${path(id)}&cursor=x`, viewer.as)
    assertError(answer, 400, 44, 'cursor parameter is invalid.')
  })
  const about = { stage, method: 'GET', path, viewer, bare: '/1.1/statuses/retweeters/ids.json' } as const
  await unseenCases(t, about, await stage.unseen(viewer))
})
