/** POST /console/api/passkeys/options: begins the registration of a passkey (spec/console.md#passkeys). */
import { Type } from 'typebox'
import { beginRegistration } from '../../../../domain/console/passkeys/register-passkey.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { OPTIONS } from '../../_passkeys/schemas.ts'
import { passkeySite } from '../../_passkeys/site.ts'
import { requirePassword } from '../../_require-password.ts'
import { MAX_PASSWORD_LENGTH } from '../../_session.ts'

const BEGIN = consoleBody(
  Type.Object({
    current_password: Type.Optional(
      Type.String({ maxLength: MAX_PASSWORD_LENGTH, description: 'Required if the caller has a password.' }),
    ),
  }),
)

export const beginPasskey = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/passkeys/options'],
  summary: 'Options with which a browser makes a passkey of the caller.',
  params: {},
  body: BEGIN.spec,
  answers: [{ schema: OPTIONS }],
  errors: [
    'field-invalid',
    'password-wrong',
    'sign-in-too-old',
    'too-many-tries',
    'passkeys-too-many',
    'passkeys-unavailable',
  ],
  async handle(call) {
    const { current_password: password = '' } = BEGIN.read(call.json)
    const site = passkeySite(call)
    await requirePassword(call, password)
    return jsonAnswer({ options: await beginRegistration(call.services, site, call.caller) })
  },
})
