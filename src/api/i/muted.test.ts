import assert from 'node:assert/strict'
import { MemberBrowser, shareMembers } from '../../../test/support/http/members.ts'
import { assertUnknownToClients } from '../../../test/support/http/public-pages.ts'
import { slowOnPostgres } from '../../../test/support/part.ts'

const test = slowOnPostgres('sqlite')
const shared = shareMembers('sqlite')

test('spec/pages.md#own-lists: a member sees and ends mutes; other members see their own lists', async () => {
  const { join, url } = await shared()
  const ada = await join('ada')
  const bob = await join('bob')
  await ada.browser.press('/bob', 'mute')
  assert.match((await ada.browser.get('/i/muted')).html, /@bob/)
  assert.doesNotMatch((await bob.browser.get('/i/muted')).html, /@ada/)
  assert.equal((await new MemberBrowser(url).get('/i/muted')).location, '/login')
  const undone = await ada.browser.press('/i/muted', 'unmute', bob.user.id)
  assert.deepEqual([undone.status, undone.location], [303, '/i/muted'])
  assert.match((await ada.browser.get('/i/muted?before=x')).html, /You mute no user/)
})

test('404/34 to a client of the API', async () => {
  await assertUnknownToClients(await shared(), '/i/muted')
})
