import assert from 'node:assert/strict'
import { tamper } from '../../../../test/support/databases/tamper.ts'
import { ENGINES, migratedConfig } from '../../../../test/support/engines.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { createUsers } from '../../../../test/support/users.ts'
import { systemRandom } from '../../../lib/time/clock.ts'
import { openRuntime } from '../../../runtime.ts'
import { verifyDatabase } from '../../../verify/verify.ts'
import { createPost } from '../write/create-post.ts'
import { deletePost } from '../write/delete-post.ts'
import { like } from '../write/like.ts'

const PLANTED: readonly (readonly [statement: string, check: string, says: RegExp])[] = [
  [`update posts set content = '{"text":"forged"}'`, 'posts', /^Post \d+ is not what was written/],
  ['update post_counts set like_count = 0', 'post counters', /is said to have 0 likes; there are 1\./],
  ['update user_counts set statuses_count = 7', 'post counters', /have 7 posts .* there are [01] and/],
  ['delete from posts', 'post counters', /There are (counters|likes) of the post \d+, which is not there/],
]

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`verify and posts on ${engine}`, async (t) => {
    const config = await migratedConfig(t, engine)
    const { context, close } = await openRuntime(config, { manner: 'command' })
    const [author, fan] = await createUsers(context, 2)
    assert.ok(author && fan)
    const { id: postId } = await createPost(context, { authorId: author.id, text: 'liked' })
    const { id: gone } = await createPost(context, { authorId: author.id, text: 'liked and gone' })
    for (const id of [postId, gone]) await like(context, { userId: fan.id, postId: id })
    await deletePost(context, { postId: gone })
    await close()

    await t.test(
      'commands leave no faults, also while likes of a deleted post wait for deletion',
      async () => {
        assert.deepEqual((await verifyDatabase(config, systemRandom)).faults, [])
      },
    )
    for (const [statement, check, says] of PLANTED) {
      await t.test(`it finds "${statement}"`, async () => {
        await tamper(config, statement)
        const { faults } = await verifyDatabase(config, systemRandom)
        const isFound = faults.some((fault) => fault.check === check && says.test(fault.fault))
        assert.ok(isFound, JSON.stringify(faults))
      })
    }
  })
}
