import assert from 'node:assert/strict'
import { openMembers } from '../../../../test/support/http/members.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { block } from '../../../domain/graph/block.ts'

const test = slowOnPostgres('sqlite')

test('403 a member who is blocked cannot follow', async (t) => {
  const { join, context } = await openMembers(t, 'sqlite')
  const ada = await join('ada')
  const bob = await join('bob')
  await block(context, { userId: ada.user.id, blockedId: bob.user.id })
  const refused = await bob.browser.press('/ada', 'follow')
  assert.equal(refused.status, 403)
  assert.match(refused.html, /has blocked you/)
})

test('a second press of a button changes nothing', async (t) => {
  const { join } = await openMembers(t, 'sqlite')
  await join('ada')
  const bob = await join('bob')
  const follow = (await bob.browser.get('/ada')).forms.find(({ acts }) => acts.includes('follow'))
  assert.ok(follow)
  for (let at = 0; at < 2; at += 1)
    assert.equal((await bob.browser.post(follow, { act: 'follow' })).status, 303)
  assert.match((await bob.browser.get('/ada')).html, /1 follower</)
})
