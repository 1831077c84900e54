/** POST account/update_profile_image: changes the picture of the user (spec/users.md#pictures). */
import { optionalText } from '../../../http/params.ts'
import { v11Endpoint } from '../_family.ts'
import { USER } from '../_schemas/user.ts'
import { statusOf } from '../_status.ts'
import { userParams, userText, viewOf } from '../_users.ts'
import { pictureSpec, receivePicture } from './_received-picture.ts'

export const accountUpdateProfileImage = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account/update_profile_image.json'],
  summary: 'Changes the picture of the user.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: {
    image: optionalText('The picture: a part of a multipart body, or base64 in a form.'),
    ...userParams,
  },
  multipart: pictureSpec('image'),
  errors: ['parameterMissing:image', 'mediaInvalid'],
  answers: [{ schema: USER }],
  async handle(call) {
    const { params, caller, services, outer } = call
    const userId = caller.user.id
    const user = await receivePicture(call, 'image', 'image')
    const status = await statusOf(services, { userId }, userId, params, outer)
    const view = viewOf({ userId }, undefined, userId, params, outer)
    return { status: 200, body: userText(user, { ...view, status }) }
  },
})
