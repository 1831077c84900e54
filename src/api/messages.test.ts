import assert from 'node:assert/strict'
import { ENGINES } from '../../test/support/engines.ts'
import { openMembers, shareMembers } from '../../test/support/http/members.ts'
import { formOn } from '../../test/support/http/page-visitor.ts'
import { assertUnknownToClients } from '../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../test/support/part.ts'
import { follow } from '../domain/graph/follow.ts'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#messages: two members exchange messages, and a third member does not see them, on ${engine}`, async (t) => {
    const { join, context } = await openMembers(t, engine)
    const ada = await join('ada')
    const bob = await join('bob')
    const eve = await join('eve')
    const form = formOn(await ada.browser.get('/messages/bob'), '/messages/bob')
    const refused = await ada.browser.post(form, { text: 'hello?' })
    assert.equal(refused.status, 403)
    assert.match(refused.html, /cannot send messages to this user.*hello\?/s)
    await follow(context, { follower: bob.user.id, followee: ada.user.id })
    const sent = await ada.browser.post(form, { text: 'hello <i>Bob' })
    assert.deepEqual([sent.status, sent.location], [303, '/messages/bob'])
    assert.match((await bob.browser.get('/messages')).html, /hello (&lt;|&#60;)i/)
    const seen = await bob.browser.get('/messages/ada')
    assert.match(seen.html, /@ada.*hello/s)
    assert.match(seen.headers.get('cache-control') ?? '', /no-store/)
    await bob.browser.post(formOn(seen, '/messages/ada'), { text: 'hello Ada' })
    assert.match((await ada.browser.get('/messages/bob')).html, /hello Ada.*hello/s)
    // At these paths, a third member sees only their own conversations.
    for (const path of ['/messages', '/messages/ada', '/messages/bob'])
      assert.doesNotMatch((await eve.browser.get(path)).html, /hello/)
    const guessed = `/messages/${ada.user.id}-${bob.user.id}`
    assert.equal((await eve.browser.get(guessed)).status, 404)
    assert.equal((await eve.browser.post({ ...form, fields: form.fields }, { text: 'stolen' })).status, 403)
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below. */
const shared = shareMembers('sqlite')

test('403 empty and too long messages; 404 unknown users; 303 without a session', async () => {
  const { join, context, url } = await shared()
  const ada = await join('ada')
  const bob = await join('bob')
  await follow(context, { follower: bob.user.id, followee: ada.user.id })
  const form = formOn(await ada.browser.get('/messages/bob'), '/messages/bob')
  for (const text of ['', 'x'.repeat(10_001)])
    assert.equal((await ada.browser.post(form, { text })).status, 403)
  assert.equal((await ada.browser.get('/messages/nobody_here')).status, 404)
  const { MemberBrowser } = await import('../../test/support/http/members.ts')
  assert.equal((await new MemberBrowser(url).get('/messages/bob')).location, '/login')
})

test('404/34 to a client of the API', async () => {
  await assertUnknownToClients(await shared(), '/messages')
})
