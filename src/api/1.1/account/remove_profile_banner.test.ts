import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileStage } from '../../../../test/support/media/profile-stage.ts'

test('spec/users.md#pictures: account/remove_profile_banner: 200 and an empty body; the file is deleted; a repeated call is not an error', async (t) => {
  const { sendPart, shown, stage, user } = await profileStage(t)
  await sendPart('/1.1/account/update_profile_banner.json', 'banner')
  const { profile_banner_url: address } = await shown()
  for (let count = 0; count < 2; count += 1) {
    const { status, text } = await stage.postForm('/1.1/account/remove_profile_banner.json', user.as, {})
    assert.deepEqual([status, text], [200, ''])
    assert.equal('profile_banner_url' in (await shown()), false)
    assert.equal((await fetch(address)).status, 404)
  }
})
