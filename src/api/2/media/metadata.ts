/** POST 2/media/metadata: the alternative text of an upload (spec/v2-messages-and-media.md#media-upload). */
import { Type } from 'typebox'
import { describeMedia } from '../../../domain/media/describe.ts'
import { defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { dataAnswer } from '../../_v2/data-answer.ts'
import { readBody } from '../../_v2/json-body.ts'
import { UPLOAD_PROBLEMS, uploading } from '../../_v2/media/upload-problem.ts'
import { UPLOAD_SCOPES } from '../../_v2/media/upload-windows.ts'
import { ID_PATTERN, ValidationErrors } from '../../_v2/validation-errors.ts'

const ALT_TEXT = Type.Object({ text: Type.String({ description: 'At most 1000 characters.' }) })

const BODY = Type.Object(
  {
    id: Type.String({ pattern: ID_PATTERN.source, description: 'The upload.' }),
    metadata: Type.Object({ alt_text: ALT_TEXT }),
  },
  { title: 'V2MediaMetadata' },
)

const DESCRIBED = Type.Object(
  { data: Type.Object({ id: Type.String(), associated_metadata: Type.Object({ alt_text: ALT_TEXT }) }) },
  { title: 'V2DescribedMedia' },
)

export const v2MediaMetadata = defineEndpoint({
  method: 'POST',
  paths: ['/2/media/metadata'],
  summary: 'Sets the alternative text of an upload.',
  auth: ['user'],
  scopes: UPLOAD_SCOPES,
  writes: true,
  window: { user: 500, app: 0 },
  params: {},
  body: { kind: 'json', schema: BODY },
  answers: [{ schema: DESCRIBED }],
  errors: UPLOAD_PROBLEMS,
  async handle({ caller, services, sent, json }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown([])
    errors.throwIfAny()
    const { mediaId, altText } = readBody(json, ['id', 'metadata'], (body) => {
      body.requireOneOf(['metadata'])
      const altTextPart = body.part('metadata', ['alt_text'])?.part('alt_text', ['text'])
      if (altTextPart === undefined) body.addError('metadata', 'must have an alt_text')
      else altTextPart.requireOneOf(['text'])
      return { mediaId: body.requiredId('id'), altText: altTextPart?.text('text') ?? '' }
    })
    await requireEnrolment(services, '2', caller.app.id)
    await uploading(() => describeMedia(services, { ownerId: caller.user.id, mediaId, altText }))
    return dataAnswer({ id: String(mediaId), associated_metadata: { alt_text: { text: altText } } })
  },
})
