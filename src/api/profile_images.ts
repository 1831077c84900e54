/** GET profile_images: profile pictures that users have uploaded (spec/users.md#pictures). */
import { imageEndpoint } from './_images/family.ts'
import { pictureAnswer, pictureParams } from './_images/profile-picture.ts'

const FILE = /^([0-9a-f]{32})(?:_([a-z0-9]+))?\.(?:jpg|png)$/

/**
 * Names of sizes for which the stored picture of 150 pixels is sent. For other sizes, a picture of up to 1,200 pixels
 * is sent.
 */
const SMALL = new Set(['mini', 'normal', 'bigger', 'x96', '200x200'])

export const profileImages = imageEndpoint({
  paths: ['/profile_images/:user_id/:file'],
  summary: 'The picture of a user; sizes: `_mini`, `_normal`, `_bigger`, `_200x200`, `_400x400` and none.',
  params: pictureParams('file'),
  answers: [
    { type: 'image/*', description: 'The picture.' },
    { status: 304, description: 'It is unchanged.' },
  ],
  async handle(call) {
    const [, folder, size] = FILE.exec(call.params.file ?? '') ?? []
    return pictureAnswer(call, folder, size !== undefined && SMALL.has(size) ? 'thumb' : 'medium')
  },
})
