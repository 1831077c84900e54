import assert from 'node:assert/strict'
import { ENGINES } from '../../../test/support/engines.ts'
import { openMembers, shareMembers } from '../../../test/support/http/members.ts'
import { assertUnknownToClients } from '../../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'
import { changeUserState } from '../../domain/accounts/change-user-state.ts'
import { createUser } from '../../domain/accounts/create-user.ts'
import { follow } from '../../domain/graph/follow.ts'
import { relationOf } from '../../domain/graph/relations.ts'

const PATH = '/i/follow_requests'

for (const engine of ENGINES) {
  const test = slowOnPostgres(engine)
  test(`spec/pages.md#own-lists: a protected member accepts and denies, on ${engine}`, async (t) => {
    const { join, context } = await openMembers(t, engine)
    const ada = await join('ada')
    await changeUserState(context, { userId: ada.user.id, action: 'protect' })
    assert.doesNotMatch((await ada.browser.get('/home')).html, /wait for you/)
    const bob = await join('bob')
    const eve = await join('eve')
    for (const each of [bob, eve]) await each.browser.press('/ada', 'follow')
    assert.match((await ada.browser.get('/home')).html, /Follow requests<\/a> wait for you/)
    assert.match((await ada.browser.get(PATH)).html, /@eve.*@bob/s)
    assert.doesNotMatch((await bob.browser.get(PATH)).html, /@ada<|@eve/)
    const accepted = await ada.browser.press(PATH, 'accept', bob.user.id)
    assert.deepEqual([accepted.status, accepted.location], [303, PATH])
    await ada.browser.press(PATH, 'deny', eve.user.id)
    assert.match((await ada.browser.get(PATH)).html, /No request waits/)
    const follows = async (id: bigint) => (await relationOf(context.store, id, ada.user.id)).following
    assert.deepEqual([await follows(bob.user.id), await follows(eve.user.id)], [true, false])
  })
}

const test = slowOnPostgres('sqlite')

/** One server for the tests below. */
const shared = shareMembers('sqlite')

test('a second press on a button of a follow request is not an error; pages have 20 entries', async () => {
  const { join, context } = await shared()
  const ada = await join('ada')
  await changeUserState(context, { userId: ada.user.id, action: 'protect' })
  for (let at = 0; at < 21; at += 1) {
    const { id } = await createUser(context, { screenName: `fan${at}` })
    await follow(context, { follower: id, followee: ada.user.id })
  }
  const first = await ada.browser.get(PATH)
  assert.equal(first.forms.length, 40)
  const [form] = first.forms
  assert.ok(form)
  for (let at = 0; at < 2; at += 1)
    assert.equal((await ada.browser.post(form, { act: 'accept' })).status, 303)
  const next = /href="([^"]*before=\d+)"/.exec(first.html)?.[1]
  assert.match((await ada.browser.get(next ?? '')).html, /@fan0</)
})

test('404/34 when a client of the API requests the page', async () => {
  await assertUnknownToClients(await shared(), PATH)
})
