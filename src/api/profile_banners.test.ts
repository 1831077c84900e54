import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileStage } from '../../test/support/media/profile-stage.ts'

test('spec/users.md#pictures: a banner with and without a size', async (t) => {
  const { sendPart, shown } = await profileStage(t)
  await sendPart('/1.1/account/update_profile_banner.json', 'banner')
  const { profile_banner_url: address } = await shown()
  for (const size of ['', '/1500x500', '/mobile']) {
    const response = await fetch(`${address}${size}`)
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'], size)
  }
  assert.equal((await fetch(`${address}x`)).status, 404)
})
