/** POST oauth2/invalidate_token: ends an app's bearer token (spec/oauth.md#invalidate-bearer). */
import { Type } from 'typebox'
import { invalidateBearer } from '../../domain/apps/invalidate-bearer.ts'
import { Refusal } from '../../domain/context.ts'
import { optionalText } from '../../http/params.ts'
import { v11Endpoint } from '../1.1/_family.ts'
import { unableToVerify } from './_family.ts'

export const oauth2InvalidateToken = v11Endpoint({
  method: 'POST',
  paths: ['/oauth2/invalidate_token'],
  summary:
    'Invalidates a bearer token. The app authenticates with key and secret, by signature, or with its owner’s token.',
  auth: ['basic', 'consumer', 'user'],
  window: undefined,
  params: { access_token: optionalText('The bearer token, with or without its percent escapes.') },
  answers: [
    { schema: Type.Object({ access_token: Type.String({ description: 'The invalidated token.' }) }) },
  ],
  errors: ['unableToVerify'],
  async handle({ params, caller, services }) {
    const { app } = caller
    const mayAsk = caller.kind !== 'user' || caller.user.id === app.ownerId
    if (!mayAsk || app.suspendedAt !== null || params.access_token === undefined) throw unableToVerify()
    try {
      const ended = await invalidateBearer(services, app.id, params.access_token)
      return { status: 200, body: JSON.stringify({ access_token: ended }) }
    } catch (error) {
      throw error instanceof Refusal ? unableToVerify() : error
    }
  },
})
