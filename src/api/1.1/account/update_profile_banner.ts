/** POST account/update_profile_banner: changes the banner of the user (spec/users.md#pictures). */
import { optionalText } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { pictureSpec, receivePicture } from './_received-picture.ts'

const IGNORED = 'Accepted without effect: the whole picture is used.'

export const accountUpdateProfileBanner = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account/update_profile_banner.json'],
  summary: 'Changes the banner of the user.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: {
    banner: optionalText('The picture: a part of a multipart body, or base64 in a form.'),
    width: optionalText(IGNORED),
    height: optionalText(IGNORED),
    offset_left: optionalText(IGNORED),
    offset_top: optionalText(IGNORED),
  },
  multipart: pictureSpec('banner'),
  errors: ['parameterMissing:banner', 'mediaInvalid'],
  answers: [{ description: 'The banner is changed; the body is empty.' }],
  async handle(call) {
    await receivePicture(call, 'banner', 'banner')
    return { status: 200, body: '' }
  },
})
