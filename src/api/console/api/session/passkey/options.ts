/** POST /console/api/session/passkey/options: begins a sign-in by passkey (spec/console.md#passkeys). */
import { beginPasskeySignIn } from '../../../../../domain/console/passkeys/sign-in-by-passkey.ts'
import { consoleEndpoint, jsonAnswer } from '../../../_family.ts'
import { OPTIONS } from '../../../_passkeys/schemas.ts'
import { passkeySite } from '../../../_passkeys/site.ts'

export const beginPasskeySession = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/session/passkey/options'],
  summary: 'Options with which a browser signs in by a passkey; they name no user.',
  auth: ['none'],
  params: {},
  answers: [{ schema: OPTIONS }],
  errors: ['passkeys-unavailable'],
  async handle(call) {
    return jsonAnswer({ options: await beginPasskeySignIn(call.services, passkeySite(call)) })
  },
})
