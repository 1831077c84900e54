import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { assertUnknownToClients, sharePages } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { createOneUser, createUsers } from '../../test/support/users.ts'
import type { User } from '../domain/accounts/user.ts'
import { changePostState } from '../domain/posts/state/change-post-state.ts'
import { hideReply } from '../domain/posts/state/hide-reply.ts'
import { deletePost } from '../domain/posts/write/delete-post.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  const shared = sharePages(engine)

  test(`spec/pages.md#threads: the posts above a post, its replies, and hidden replies after a click, on ${engine}`, async () => {
    const { context, see, write } = await shared()
    const [ada, bob] = (await createUsers(context, 2)) as [User, User]
    const root = await write(ada, 'the root')
    const middle = await write(bob, 'the middle', { inReplyToId: root.id })
    await write(ada, 'the leaf', { inReplyToId: middle.id })
    const rude = await write(bob, 'a rude reply', { inReplyToId: root.id })
    await hideReply(context, { userId: ada.id, postId: rude.id, isHidden: true })
    const { html } = await see(`/anything/status/${middle.id}`)
    assert.match(html, /the root.*class="focused".*the middle.*Replies.*the leaf/s)
    assert.match(
      (await see(`/${ada.screenName}/status/${root.id}`)).html,
      /Replies.*the middle.*<details>.*a rude reply/s,
    )
    await deletePost(context, { postId: root.id })
    assert.doesNotMatch((await see(`/${bob.screenName}/status/${middle.id}`)).html, /the root/)
  })

  test(`404 deleted and dropped posts disappear immediately, on ${engine}`, async () => {
    const { context, see, write } = await shared()
    const ada = await createOneUser(context)
    const first = await write(ada, 'soon deleted')
    const second = await write(ada, 'soon dropped')
    await deletePost(context, { postId: first.id })
    await changePostState(context, { postId: second.id, action: 'drop' })
    assert.doesNotMatch((await see(`/${ada.screenName}`)).html, /soon d/)
    for (const { id } of [first, second])
      assert.equal((await see(`/${ada.screenName}/status/${id}`)).status, 404)
    for (const id of ['x', '0', '9'.repeat(25), '-1'])
      assert.equal((await see(`/a/status/${id}`)).status, 404, id)
  })

  test(`404/34 to a client of the API, on ${engine}`, async () => {
    await assertUnknownToClients(await shared(), '/a/status/1')
  })
}
