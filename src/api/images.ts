/** GET images: the default profile picture (spec/users.md#pictures). */
import { EdgeError } from '../http/endpoint.ts'
import { optionalText } from '../http/params.ts'
import { isPictureName } from './_images/default-picture.ts'
import { imageEndpoint } from './_images/family.ts'

export const images = imageEndpoint({
  paths: ['/images/:name'],
  summary: 'The default profile picture: `default_profile_normal.png` and its other sizes.',
  params: { name: optionalText('Name of the file.') },
  answers: [{ type: 'image/png' }],
  async handle({ params: { name = '' }, services }) {
    if (!isPictureName(name)) throw new EdgeError('unknown-path', 'there is no such picture')
    return { status: 200, body: undefined, bytes: await services.pictures.get(name), isDense: true }
  },
})
