/** POST /console/api/session/passkey: signs in with a passkey (spec/console.md#passkeys). */
import { Type } from 'typebox'
import type { ConsoleUser } from '../../../../domain/console/console-account.ts'
import { signInByPasskey } from '../../../../domain/console/passkeys/sign-in-by-passkey.ts'
import { Refusal } from '../../../../domain/context.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint } from '../../_family.ts'
import { SIGN_IN_ANSWER } from '../../_passkeys/schemas.ts'
import { passkeySite } from '../../_passkeys/site.ts'
import { SESSION, signedIn } from '../../_session.ts'

const ANSWER = consoleBody(Type.Object({ credential: SIGN_IN_ANSWER }))

export const createSessionByPasskey = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/session/passkey'],
  summary: 'Signs in by a passkey.',
  auth: ['none'],
  params: {},
  body: ANSWER.spec,
  answers: [{ status: 201, description: 'Signed in; the cookie is set.', schema: SESSION }],
  errors: [
    'field-invalid',
    'passkey-unknown',
    'passkey-refused',
    'passkey-copied',
    'challenge-invalid',
    'too-many-tries',
    'passkeys-unavailable',
  ],
  async handle(call) {
    const { services, outer } = call
    const { credential } = ANSWER.read(call.json)
    const site = passkeySite(call)
    const attempt = { door: 'console', login: `passkey ${credential.id}`, address: outer.address } as const
    const refusals: Refusal[] = []
    const user = await services.passwordChecks.check(attempt, () =>
      refusedAsUndefined(signInByPasskey(services, site, credential), refusals),
    )
    if (user === undefined) throw refusals[0] ?? new Refusal('passkey-unknown', 'no user has this passkey')
    return signedIn(call, user)
  },
})

/**
 * The limiter counts the result undefined as a failed attempt. The refusal is therefore stored here and thrown
 * later.
 */
async function refusedAsUndefined(
  signIn: Promise<ConsoleUser>,
  refusals: Refusal[],
): Promise<ConsoleUser | undefined> {
  try {
    return await signIn
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    refusals.push(error)
    return undefined
  }
}
