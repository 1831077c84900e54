/** GET direct_messages/sent: messages that the user sent, newest first (spec/retired-endpoints.md#legacy-messages). */
import { Type } from 'typebox'
import { v11Endpoint } from '../_family.ts'
import { MESSAGE_ACCESS } from '../_messages.ts'
import { LEGACY_MESSAGE, legacyListParams, legacyPage } from './_legacy.ts'

export const directMessagesSent = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/sent.json'],
  summary: 'Messages that the user sent, newest first; retired on 2018-09-17.',
  window: { user: 300, app: 0 },
  params: legacyListParams,
  errors: ['parameterInvalid'],
  answers: [{ schema: Type.Array(LEGACY_MESSAGE) }],
  async handle({ params, caller, services, outer }) {
    return { status: 200, body: await legacyPage(services, caller.user.id, 'sent', params, outer) }
  },
})
