import assert from 'node:assert/strict'
import { ENGINES, freshConfig, testRuntime } from '../../test/support/engines.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import * as fc from '../../test/support/properties.ts'
import { createUsers } from '../../test/support/users.ts'
import { Refusal } from '../domain/context.ts'
import { FIRST_CURSOR } from '../domain/graph/id-page.ts'
import { userPostPage } from '../domain/posts/read/timeline-pages.ts'
import { changePostState } from '../domain/posts/state/change-post-state.ts'
import { createPost } from '../domain/posts/write/create-post.ts'
import { deletePost } from '../domain/posts/write/delete-post.ts'
import { editPost } from '../domain/posts/write/edit-post.ts'
import { repost } from '../domain/posts/write/repost.ts'
import { must } from '../lib/assert.ts'
import { Tail } from '../log/tail.ts'
import { CurrentLog } from './current-log.ts'
import { TimelineHeads } from './timeline-heads.ts'

const ACTIONS = ['post', 'repost', 'edit', 'delete', 'drop'] as const

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`first pages from memory are equal to first pages from the store, after any change, on ${engine}`, async (t) => {
    const { context, store } = await testRuntime(t, await freshConfig(t, engine))
    const tail = await Tail.open(store, context.clock)
    t.after(() => tail.close())
    const log = new CurrentLog(store, tail)
    t.after(() => log.close())
    const heads = new TimelineHeads(log, store)
    const users = (await createUsers(context, 3)).map(({ id }) => id)
    const posts: bigint[] = []
    const apply = async (action: (typeof ACTIONS)[number], who: number, which: number) => {
      const userId = must(users[who], 'a user')
      const postId = posts[which % Math.max(1, posts.length)] ?? 0n
      const text = `post ${posts.length}`
      if (action === 'post')
        posts.push((await createPost(context, { authorId: userId, text, isLimited: false })).id)
      else if (action === 'repost') posts.push((await repost(context, { userId, postId })).id)
      else if (action === 'edit') posts.push((await editPost(context, { postId, text })).id)
      else if (action === 'delete') await deletePost(context, { postId })
      else await changePostState(context, { postId, action: 'drop' })
    }
    for (const who of [0, 1, 2, 0, 1, 2]) await apply('post', who, 0)
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...ACTIONS), fc.nat(2), fc.nat(50)), { maxLength: 8 }),
        fc.integer({ min: 1, max: 6 }),
        async (changes, count) => {
          for (const [action, who, which] of changes) {
            try {
              await apply(action, who, which)
            } catch (error) {
              // The server refuses some changes. The lists must be correct even after a refused change.
              if (!(error instanceof Refusal)) throw error
            }
            for (const userId of users) {
              const expected = await userPostPage(store, { userId, cursor: FIRST_CURSOR, count })
              const { ids, ...cursors } = await heads.firstPage(userId, count)
              assert.deepEqual({ ids: ids.ids, ...cursors }, expected)
            }
          }
        },
      ),
      { numRuns: engine === 'sqlite' ? 30 : 10 },
    )
    assert.ok(heads.counts.hits > 0)
    assert.ok(heads.counts.misses > users.length)
  })
}
