import assert from 'node:assert/strict'
import { shareMembers } from '../../../../test/support/http/members.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'
import { block } from '../../../domain/graph/block.ts'

const test = slowOnPostgres('sqlite')

/** One server for all tests. The names of their members differ. */
const shared = shareMembers('sqlite')

test('403 a member who is blocked cannot follow', async () => {
  const { join, context } = await shared()
  const ada = await join('ada')
  const bob = await join('bob')
  await block(context, { userId: ada.user.id, blockedId: bob.user.id })
  const refused = await bob.browser.press('/ada', 'follow')
  assert.equal(refused.status, 403)
  assert.match(refused.html, /has blocked you/)
})

test('a second press of a button changes nothing', async () => {
  const { join } = await shared()
  await join('carol')
  const dan = await join('dan')
  const follow = (await dan.browser.get('/carol')).forms.find(({ acts }) => acts.includes('follow'))
  assert.ok(follow)
  for (let at = 0; at < 2; at += 1)
    assert.equal((await dan.browser.post(follow, { act: 'follow' })).status, 303)
  assert.match((await dan.browser.get('/carol')).html, /1 follower</)
})
