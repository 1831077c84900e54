import assert from 'node:assert/strict'
import { test } from 'node:test'
import { profileStage } from '../../../../test/support/media/profile-stage.ts'

const PATH = '/1.1/account/update_profile_banner.json'

test('account/update_profile_banner', async (t) => {
  const { sendPart, sendForm, shown, stage, user } = await profileStage(t)

  await t.test(
    'spec/users.md#pictures: 200 and an empty body; users/profile_banner has the sizes of the banner',
    async () => {
      for (const send of [sendPart, sendForm]) {
        const answer = await send(PATH, 'banner')
        assert.deepEqual([answer.status, answer.text], [200, ''])
        const { profile_banner_url: address } = await shown()
        assert.match(address, new RegExp(`/profile_banners/${user.id}/[0-9a-f]{32}$`))
        const { text } = await stage.get('/1.1/users/profile_banner.json', user.as)
        assert.equal(JSON.parse(text).sizes.mobile.url, `${address}/mobile`)
      }
    },
  )
  await t.test('403/38 without a picture', async () => {
    assert.equal((await stage.postForm(PATH, user.as, { width: '3' })).status, 403)
  })
  await t.test('400/324 a file that is not a picture', async () => {
    const { status, text } = await sendPart(PATH, 'banner', Buffer.from('words'))
    assert.deepEqual([status, JSON.parse(text).errors[0].code], [400, 324])
  })
})
