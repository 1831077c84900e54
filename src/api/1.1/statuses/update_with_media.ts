/** POST statuses/update_with_media: uploads a photo and posts it, in one request (spec/v1-streams-and-lists.md#other-calls). */

import { uploadWhole } from '../../../domain/media/finish-upload.ts'
import { UploadRefused } from '../../../domain/media/refused.ts'
import { MAX_BYTES } from '../../../domain/media/sizes.ts'
import type { MultipartBody } from '../../../http/endpoint.ts'
import type { Sent } from '../../../http/form.ts'
import { parseParams } from '../../../http/params.ts'
import type { Services } from '../../_services.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { POST } from '../_schemas/post.ts'
import { POSTING } from './_posting.ts'
import { UPDATE_ERRORS, UPDATE_PARAMS, updateStatus } from './_update.ts'

const MEDIA = 'media[]'

export const statusesUpdateWithMedia = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/statuses/update_with_media.json'],
  summary: 'Creates a post with a photo or GIF of the same request, in the part `media[]`.',
  auth: ['user'],
  writes: true,
  window: POSTING,
  params: UPDATE_PARAMS,
  multipart: { files: { [MEDIA]: 'binary' }, maxFileBytes: MAX_BYTES.animated_gif, maxFormBytes: 64 * 1024 },
  // A post with the same text and another photo is not a duplicate.
  errors: [
    ...UPDATE_ERRORS.filter((name) => name !== 'postDuplicate' && name !== 'parameterMissing:status'),
    `parameterMissing:${MEDIA}`,
  ],
  answers: [{ schema: POST }],
  async handle({ multipart, ...call }) {
    const body = await multipart()
    if (body === undefined) throw new V11Error('parameterMissing', MEDIA)
    try {
      const params = parseParams(UPDATE_PARAMS, joined(call.sent, body.fields))
      const mediaId = await uploadOf(body, call.services, call.caller.user.id)
      return await updateStatus({ ...call, params, ownMediaIds: [mediaId] })
    } finally {
      await body.discard()
    }
  },
})

/**
 * Stores the file of the request as an upload.
 * @throws {V11Error} 38 without a file, 324 for a file that is not a photo or GIF
 */
async function uploadOf({ files }: MultipartBody, services: Services, ownerId: bigint): Promise<bigint> {
  const file = files.get(MEDIA)
  if (file === undefined) throw new V11Error('parameterMissing', MEDIA)
  const input = { ownerId, category: 'tweet_image', additionalOwners: [], isShared: false }
  try {
    return (await uploadWhole(services, input, file)).id
  } catch (error) {
    throw error instanceof UploadRefused ? new V11Error('mediaInvalid') : error
  }
}

/** Merges parameters. Query parameters take precedence over fields of the body. */
function joined(query: Sent, fields: Sent): Sent {
  const all = new Map(query)
  for (const [name, values] of fields) all.set(name, [...(all.get(name) ?? []), ...values])
  return all
}
