/** GET profile_banners: profile banners that users have uploaded (spec/users.md#pictures). */
import { imageEndpoint } from './_images/family.ts'
import { pictureAnswer, pictureParams } from './_images/profile-picture.ts'

const FOLDER = /^[0-9a-f]{32}$/

/**
 * Names of sizes for which the stored picture of up to 680 pixels is sent. For other sizes, a picture of up to 2,048
 * pixels is sent.
 */
const SMALL = new Set(['mobile', 'mobile_retina', 'web', 'ipad', '300x100', '600x200'])

export const profileBanners = imageEndpoint({
  paths: ['/profile_banners/:user_id/:file', '/profile_banners/:user_id/:file/:size'],
  summary: 'The banner of a user, in the sizes of users/profile_banner.',
  params: { ...pictureParams('file'), ...pictureParams('size') },
  answers: [
    { type: 'image/*', description: 'The picture.' },
    { status: 304, description: 'It is unchanged.' },
  ],
  async handle(call) {
    const { file = '', size = '' } = call.params
    return pictureAnswer(call, FOLDER.test(file) ? file : undefined, SMALL.has(size) ? 'small' : 'large')
  },
})
