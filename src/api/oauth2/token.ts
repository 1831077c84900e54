/**
 * POST oauth2/token: the bearer token of an app, which stays the same until it is invalidated
 * (spec/oauth.md#bearer-token).
 */
import { Type } from 'typebox'
import { obtainBearer } from '../../domain/apps/obtain-bearer.ts'
import { Refusal } from '../../domain/context.ts'
import { optionalText } from '../../http/params.ts'
import { v11Endpoint } from '../1.1/_family.ts'
import { unableToVerify } from './_family.ts'

const BEARER = Type.Object({
  token_type: Type.Literal('bearer'),
  access_token: Type.String({ description: 'The token, with percent escapes; clients send it unchanged.' }),
})

export const oauth2Token = v11Endpoint({
  method: 'POST',
  paths: ['/oauth2/token'],
  summary: 'Issues the bearer token of the app that authenticates with key and secret.',
  auth: ['basic'],
  window: undefined,
  params: { grant_type: optionalText('`client_credentials`.') },
  answers: [{ schema: BEARER }],
  errors: ['unableToVerify'],
  async handle({ params, caller, services }) {
    if (params.grant_type !== 'client_credentials') throw unableToVerify()
    try {
      const bearer = await obtainBearer(services, caller.app)
      return { status: 200, body: JSON.stringify({ token_type: 'bearer', access_token: bearer }) }
    } catch (error) {
      throw error instanceof Refusal ? unableToVerify() : error
    }
  },
})
