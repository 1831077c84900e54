import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import { profileStage } from '../../test/support/media/profile-stage.ts'
import { changeUserState } from '../domain/accounts/change-user-state.ts'

test('spec/users.md#pictures: a suffix selects the size, an unchanged picture is 304, and other users, other names and hidden users are 404', async (t) => {
  const { sendPart, shown, context, user, stage } = await profileStage(t)
  await sendPart('/1.1/account/update_profile_image.json', 'image')
  const { profile_image_url_https: address } = await shown()
  const sizeOf = async (suffix: string) => {
    const response = await fetch(address.replace('_normal', suffix))
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'image/jpeg'], suffix)
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    return [width, height]
  }
  assert.deepEqual(await sizeOf('_normal'), [150, 150])
  assert.deepEqual(await sizeOf('_bigger'), [150, 150])
  assert.deepEqual(await sizeOf(''), [400, 200])
  const etag = (await fetch(address)).headers.get('etag') ?? ''
  assert.equal((await fetch(address, { headers: { 'if-none-match': etag } })).status, 304)
  const other = await stage.person()
  for (const wrong of [
    address.replace(`/${user.id}/`, `/${other.id}/`),
    address.replace(`/${user.id}/`, '/x/'),
    address.replace('.jpg', '.gif'),
    address.replace('/profile_images/', '/profile_banners/').replace(/_normal\.jpg$/, 'x'),
  ]) {
    assert.equal((await fetch(wrong)).status, 404, wrong)
  }
  await changeUserState(context, { userId: user.id, action: 'suspend' })
  assert.equal((await fetch(address)).status, 404)
})
