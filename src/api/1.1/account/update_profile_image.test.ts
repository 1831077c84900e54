import assert from 'node:assert/strict'
import { ENGINES } from '../../../../test/support/engines.ts'
import { profileStage } from '../../../../test/support/media/profile-stage.ts'
import { slowOnPostgres } from '../../../../test/support/part.ts'

const PATH = '/1.1/account/update_profile_image.json'

/**
 * The status of the response to a request for a picture. Also reads the body, because the server does not stop before
 * it has sent the body.
 */
async function statusOf(address: string): Promise<number> {
  const response = await fetch(address)
  await response.arrayBuffer()
  return response.status
}

for (const engine of ENGINES) {
  slowOnPostgres(engine)(`account/update_profile_image on ${engine}`, async (t) => {
    const { sendPart, sendForm, shown, stage, user } = await profileStage(t, engine)

    await t.test(
      'spec/users.md#pictures: a multipart part or base64 in a form; the response is the user with the URL of the picture',
      async () => {
        for (const send of [sendPart, sendForm]) {
          const answer = await send(PATH, 'image')
          assert.equal(answer.status, 200, answer.text)
          const { profile_image_url_https: address, default_profile_image } = JSON.parse(answer.text)
          assert.match(address, new RegExp(`^http://.*/profile_images/${user.id}/[0-9a-f]{32}_normal\\.jpg$`))
          assert.equal(default_profile_image, false)
          assert.equal((await shown()).profile_image_url_https, address)
          assert.equal(await statusOf(address), 200)
        }
      },
    )
    await t.test('the earlier picture is deleted', async () => {
      const before = (await shown()).profile_image_url_https
      await sendPart(PATH, 'image')
      assert.equal(await statusOf(before), 404)
    })
    await t.test('403/38 without a picture', async () => {
      const { status, text } = await stage.postForm(PATH, user.as, {})
      assert.deepEqual([status, JSON.parse(text).errors[0].code], [403, 38])
    })
    await t.test('400/324 a file that is not a picture; the earlier picture stays', async () => {
      const before = (await shown()).profile_image_url_https
      const { status, text } = await sendPart(PATH, 'image', Buffer.from('words'))
      assert.deepEqual([status, JSON.parse(text).errors[0].code], [400, 324])
      assert.equal(await statusOf(before), 200)
    })
  })
}
