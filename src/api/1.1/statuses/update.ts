/** POST statuses/update: writes a post, reply or quote (spec/posts.md#update). */
import { v11Endpoint } from '../_family.ts'
import { POST } from '../_schemas/post.ts'
import { POSTING } from './_posting.ts'
import { UPDATE_ERRORS, UPDATE_PARAMS, updateStatus } from './_update.ts'

export const statusesUpdate = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/statuses/update.json'],
  summary: 'Creates a post, a reply or a quote.',
  auth: ['user'],
  writes: true,
  window: POSTING,
  params: UPDATE_PARAMS,
  errors: UPDATE_ERRORS,
  answers: [{ schema: POST }],
  handle: updateStatus,
})
