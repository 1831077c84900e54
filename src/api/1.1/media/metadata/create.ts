/** POST media/metadata/create: sets the alt text of an upload (spec/media.md#alt-text). */
import { Type } from 'typebox'
import { describeMedia } from '../../../../domain/media/describe.ts'
import { v11Endpoint } from '../../_family.ts'
import { JsonPart } from '../../_json-body.ts'

const BODY = Type.Object(
  {
    media_id: Type.String({ pattern: '^[0-9]{1,19}$', description: 'The upload.' }),
    alt_text: Type.Object({ text: Type.String({ description: 'At most 1000 characters.' }) }),
  },
  { title: 'MediaMetadata' },
)

export const mediaMetadataCreate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/media/metadata/create.json'],
  summary: 'Sets the alternative text of an upload.',
  auth: ['user'],
  writes: true,
  window: undefined,
  params: {},
  body: { kind: 'json', schema: BODY },
  errors: ['badRequest', 'bodyInvalid', 'parameterMissing'],
  uploadErrors: ['upload-not-found', 'alt-text-too-long'],
  answers: [{ description: 'The text is stored. The body is empty.' }],
  async handle({ json, caller, services }) {
    const body = new JsonPart(json)
    const mediaId = body.at('media_id').id()
    const altText = body.at('alt_text').at('text').text()
    await describeMedia(services, { ownerId: caller.user.id, mediaId, altText })
    return { status: 200, body: undefined }
  },
})
