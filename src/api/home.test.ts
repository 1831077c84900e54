import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { MemberBrowser, openMembers, shareMembers } from '../../test/support/http/members.ts'
import { formOn } from '../../test/support/http/page-visitor.ts'
import { assertUnknownToClients } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#members: home, writing, replies, likes, reposts and follows, on ${engine}`, async (t) => {
    const { join, url } = await openMembers(t, engine)
    const ada = await join('ada')
    const bob = await join('bob')
    const wrote = await ada.browser.post(formOn(await ada.browser.get('/home'), '/i/posts'), {
      text: 'Herons <script>alert(1)</script>\r\nat the pond',
    })
    assert.deepEqual([wrote.status, wrote.location], [303, '/home'])
    const home = await ada.browser.get('/home')
    assert.match(home.html, /Herons &#60;script&#62;|Herons &lt;script/)
    assert.doesNotMatch(home.html, /Older posts/, 'the only page is the last one')
    assert.match(home.headers.get('cache-control') ?? '', /no-store/)
    const permalink = /\/ada\/status\/(\d+)/.exec(home.html)
    const postId = BigInt(permalink?.[1] ?? 0)

    assert.equal((await bob.browser.press('/ada', 'follow')).location, '/ada')
    assert.match((await bob.browser.get('/home')).html, /at the pond/)
    await bob.browser.press('/home', 'like', postId)
    await bob.browser.press('/home', 'repost', postId)
    const thread = await bob.browser.get(`/ada/status/${postId}`)
    assert.match(thread.html, /1 repost · 1 like/)
    assert.match(thread.html, />Unlike</)
    await bob.browser.post(formOn(thread, '/i/posts'), { text: 'Five of them!' })
    assert.match((await ada.browser.get('/mentions')).html, /Five of them!/)
    await bob.browser.press('/home', 'unlike', postId)
    await bob.browser.press('/home', 'undo-repost', postId)
    assert.doesNotMatch((await bob.browser.get(`/ada/status/${postId}`)).html, /1 like|1 repost/)
    await bob.browser.press('/ada', 'unfollow')
    await bob.browser.press('/ada', 'mute')
    await bob.browser.press('/ada', 'unmute')
    await bob.browser.press('/ada', 'block')
    assert.match((await bob.browser.get('/ada')).html, />Unblock</)

    const deleted = await ada.browser.press(`/ada/status/${postId}`, 'delete', postId)
    assert.deepEqual([deleted.status, deleted.location], [303, '/home'])
    assert.equal((await new MemberBrowser(url).get(`/ada/status/${postId}`)).status, 404)
  })

  test(`spec/pages.md#members: only approved followers see protected posts, on ${engine}`, async (t) => {
    const { join, context } = await openMembers(t, engine)
    const ada = await join('ada')
    const bob = await join('bob')
    const { changeUserState } = await import('../domain/accounts/change-user-state.ts')
    const { acceptFollowRequest } = await import('../domain/graph/follow-requests.ts')
    await changeUserState(context, { userId: ada.user.id, action: 'protect' })
    await ada.browser.post(formOn(await ada.browser.get('/home'), '/i/posts'), { text: 'a secret' })
    assert.match((await ada.browser.get('/ada')).html, /a secret/)
    assert.doesNotMatch((await bob.browser.get('/ada')).html, /a secret/)
    await bob.browser.press('/ada', 'follow')
    assert.match((await bob.browser.get('/ada')).html, /Withdraw request/)
    await acceptFollowRequest(context, { target: ada.user.id, requester: bob.user.id })
    assert.match((await bob.browser.get('/ada')).html, /a secret/)
    assert.match((await bob.browser.get('/home')).html, /a secret/)
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below. */
const shared = shareMembers('sqlite')

test('303 visitors are redirected to the sign-in page', async () => {
  const { url } = await shared()
  for (const path of ['/home', '/mentions']) {
    const page = await new MemberBrowser(url).get(path)
    assert.deepEqual([page.status, page.location], [303, '/login'])
  }
  assert.equal((await new MemberBrowser(url).get('/login')).location, '/settings/sign_in')
})

test('404/34 to a client of the API', async () => {
  await assertUnknownToClients(await shared(), '/home')
})
