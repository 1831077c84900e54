/** `aviary compliance check` (spec/compliance-stream.md section 5): a contract for scripts. */
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { changeUserState } from '../../src/domain/accounts/change-user-state.ts'
import type { User } from '../../src/domain/accounts/user.ts'
import { createPost } from '../../src/domain/posts/create-post.ts'
import { deletePost } from '../../src/domain/posts/delete-post.ts'
import { freshConfig, testRuntime } from '../support/engines.ts'
import { mainHere } from '../support/main-here.ts'
import { createUsers } from '../support/users.ts'

test('what must be gone is named with its reason, and the exit code says whether there is any', async (t) => {
  const config = await freshConfig(t, 'sqlite')
  const { context, close } = await testRuntime(t, config)
  const [author, other] = (await createUsers(context, 2)) as [User, User]
  const post = async (user: User, text: string) => (await createPost(context, { authorId: user.id, text })).id
  const kept = await post(author, 'stays')
  const deleted = await post(author, 'goes')
  const suspended = await post(other, 'goes too')
  await deletePost(context, { postId: deleted })
  await changeUserState(context, { userId: other.id, action: 'suspend' })
  await close()

  const file = join(config.data, 'held.txt')
  const run = (...words: string[]) => mainHere(['compliance', 'check', ...words, '--data', config.data])
  const held = (...lines: readonly (bigint | string)[]) => writeFileSync(file, `${lines.join('\n')}\n`)

  held('# what we hold', kept, 123n, '')
  const clean = await run('--ids', file)
  assert.deepEqual([clean.code, clean.out], [0, 'None of 2 ids must be gone.\n'])

  held(kept, deleted, 'nonsense', suspended, 123n)
  const dirty = await run('--ids', file, '--json')
  assert.equal(dirty.code, 1)
  const result = JSON.parse(dirty.out)
  assert.deepEqual([result.checked, result.unreadable], [4, 1])
  assert.deepEqual(
    result.redactions.map(({ id, action, reason }: Record<string, string>) => [id, action, reason]),
    [
      [String(deleted), 'delete', 'deleted'],
      [String(suspended), 'delete', 'suspended'],
    ],
  )
  assert.match((await run('--ids', file)).out, new RegExp(`^${deleted}\tdelete\tdeleted$`, 'm'))

  const zipped = join(config.data, 'held.txt.gz')
  const many = Array.from({ length: 1_000 }, (_, index) => String(index))
  writeFileSync(zipped, gzipSync([...many, String(other.id)].join('\n')))
  const users = await run('--ids', zipped, '--type', 'users', '--json')
  assert.deepEqual([users.code, JSON.parse(users.out).redactions.length], [1, 1])

  assert.equal((await run('--ids', file, '--type', 'posts')).code, 2)
  assert.equal((await run()).code, 2)
  assert.equal((await run('--ids', join(config.data, 'missing'))).code, 1)
})
