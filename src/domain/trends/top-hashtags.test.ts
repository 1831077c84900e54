import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { TestClock } from '../../../test/support/test-clock.ts'
import { createOneUser } from '../../../test/support/users.ts'
import { TrendCache } from '../../views/trend-cache.ts'
import { changeUserState } from '../accounts/change-user-state.ts'
import { changePostState } from '../posts/state/change-post-state.ts'
import { createPost } from '../posts/write/create-post.ts'
import { deletePost } from '../posts/write/delete-post.ts'
import { editPost } from '../posts/write/edit-post.ts'
import { repost } from '../posts/write/repost.ts'
import { topHashtags } from './top-hashtags.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/v2.md#spaces-and-trends: trends are the most used hashtags of a day, on ${engine}`, async (t) => {
    const clock = new TestClock()
    const { context, store } = await testRuntime(t, await freshConfig(t, engine), clock)
    let written = 0
    const post = async (authorId: bigint, tags: string) => {
      written += 1
      return (await createPost(context, { authorId, text: `${tags} ${written}`, isLimited: false })).id
    }
    const top = async () =>
      (await topHashtags(store, clock)).trends.map(({ name, posts }) => `${name} ${posts}`)
    const { id: author } = await createOneUser(context)

    await post(author, '#Old')
    clock.step(86_401_000)
    await post(author, '#Birds #birds')
    await post(author, '#Birds')
    await post(author, '#birds #Herons')
    await post(author, 'no tag')
    assert.deepEqual(await top(), ['#Birds 3', '#Herons 1'])

    const cache = new TrendCache(store, clock)
    const cached = await cache.current()
    const hidden = {
      protect: await createOneUser(context),
      suspend: await createOneUser(context),
      deactivate: await createOneUser(context),
    }
    for (const [action, { id }] of Object.entries(hidden)) {
      await post(id, `#Secret #${action}`)
      await changeUserState(context, { userId: id, action: action as keyof typeof hidden })
    }
    await repost(context, { userId: author, postId: await post(author, '#Egrets') })
    await changePostState(context, { postId: await post(author, '#Dropped'), action: 'drop' })
    await deletePost(context, { postId: await post(author, '#Deleted') })
    await editPost(context, { postId: await post(author, '#Before'), text: 'now #After' })
    assert.deepEqual(await top(), ['#Birds 3', '#After 1', '#Egrets 1', '#Herons 1'])

    assert.equal(await cache.current(), cached)
    clock.advance(5 * 60_000)
    assert.equal((await cache.current()).trends.length, 4)
  })
}
