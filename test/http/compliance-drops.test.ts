import assert from 'node:assert/strict'
import { test } from 'node:test'
import { changePostState } from '../../src/domain/posts/state/change-post-state.ts'
import { createPost } from '../../src/domain/posts/write/create-post.ts'
import { deletePost } from '../../src/domain/posts/write/delete-post.ts'
import { partitionOf } from '../../src/log/partition.ts'
import { startTestServer } from '../support/server.ts'
import { Consumer, createAccount, pathOf } from '../support/streams/compliance-stream.ts'
import { createOneUser } from '../support/users.ts'

test('spec/compliance-stream.md#events: drop and undrop are sent from 2020-02-07 on, to live connections and to resumed connections', async (t) => {
  for (const [api_date, expected] of [
    ['2020-02-06', ['delete']],
    ['2020-02-07', ['drop', 'undrop', 'delete']],
  ] as const) {
    const { context, url } = await startTestServer(t, { settings: { api_date } })
    await createAccount(context)
    const { id: userId } = await createOneUser(context)
    const { id: postId } = await createPost(context, { authorId: userId, text: 'a post' })
    const open = (more: string) => Consumer.open(url, `${pathOf(partitionOf(userId))}${more}`)
    const live = await open('')
    for (const action of ['drop', 'undrop'] as const) await changePostState(context, { postId, action })
    await deletePost(context, { userId, postId })
    for (const consumer of [live, await open('&resume_after=0')]) {
      await consumer.until(() => consumer.messages.some((each) => 'delete' in each))
      const names = consumer.messages.flatMap((each) => Object.keys(each))
      assert.deepEqual(names, expected, api_date)
      consumer.close()
    }
  }
})
