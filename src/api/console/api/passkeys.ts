/** /console/api/passkeys: the passkeys of the caller (spec/console.md#passkeys). */
import { Type } from 'typebox'
import { listPasskeys, removePasskey, renamePasskey } from '../../../domain/console/passkeys/passkeys.ts'
import { registerPasskey } from '../../../domain/console/passkeys/register-passkey.ts'
import { optionalText } from '../../../http/params.ts'
import { consoleBody } from '../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../_family.ts'
import { PASSKEY, passkeyBody, REGISTRATION_ANSWER } from '../_passkeys/schemas.ts'
import { passkeySite } from '../_passkeys/site.ts'
import { requireProofWithoutPassword } from '../_require-password.ts'

const PASSKEYS = '/console/api/passkeys'
const PASSKEY_ID = { passkey_id: optionalText('The id of the passkey.') }

const NAME = Type.String({ maxLength: 2_000, description: '1 to 50 characters.' })
const NEW_PASSKEY = consoleBody(Type.Object({ name: NAME, credential: REGISTRATION_ANSWER }))
const CHANGES = consoleBody(Type.Object({ name: NAME }))

export const listOwnPasskeys = consoleEndpoint({
  paths: [PASSKEYS],
  summary: 'The passkeys of the caller, oldest first.',
  params: {},
  answers: [{ schema: Type.Object({ passkeys: Type.Array(PASSKEY) }) }],
  async handle({ services, caller }) {
    const passkeys = await listPasskeys(services.store, caller.consoleUserId)
    return jsonAnswer({ passkeys: passkeys.map(passkeyBody) })
  },
})

export const addPasskey = consoleEndpoint({
  method: 'POST',
  paths: [PASSKEYS],
  summary: 'Registers a passkey by the response of the browser.',
  params: {},
  body: NEW_PASSKEY.spec,
  answers: [{ status: 201, description: 'Registered.', schema: PASSKEY }],
  errors: [
    'field-invalid',
    'name-too-long',
    'name-invalid',
    'passkey-invalid',
    'challenge-invalid',
    'passkey-exists',
    'passkeys-too-many',
    'passkeys-unavailable',
  ],
  async handle(call) {
    const { name, credential } = NEW_PASSKEY.read(call.json)
    const passkey = await registerPasskey(call.services, passkeySite(call), call.caller, {
      name: name.trim(),
      answer: credential,
    })
    return jsonAnswer(passkeyBody(passkey), { status: 201 })
  },
})

export const changePasskey = consoleEndpoint({
  method: 'PUT',
  paths: [`${PASSKEYS}/:passkey_id`],
  summary: 'Names a passkey.',
  params: PASSKEY_ID,
  body: CHANGES.spec,
  answers: [{ schema: PASSKEY }],
  errors: ['field-invalid', 'name-too-long', 'name-invalid', 'passkey-not-found'],
  async handle({ services, caller, params, json }) {
    const { name } = CHANGES.read(json)
    const key = params.passkey_id ?? ''
    return jsonAnswer(passkeyBody(await renamePasskey(services, caller.consoleUserId, key, name.trim())))
  },
})

export const deletePasskey = consoleEndpoint({
  method: 'DELETE',
  paths: [`${PASSKEYS}/:passkey_id`],
  summary: 'Removes a passkey. The passkey can no longer sign in; existing sessions stay.',
  params: PASSKEY_ID,
  answers: [DONE],
  errors: ['passkey-not-found', 'sign-in-too-old'],
  async handle({ services, caller, params }) {
    await requireProofWithoutPassword({ services, caller })
    await removePasskey(services, caller, params.passkey_id ?? '')
    return doneAnswer()
  },
})
