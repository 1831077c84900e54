/** Schemas of requests and responses about passkeys. */
import { Type } from 'typebox'
import type { Passkey } from '../../../domain/console/passkeys/passkeys.ts'

/** Bytes in base64url. */
function bytes(maxLength: number) {
  return Type.String({ maxLength, pattern: '^[A-Za-z0-9_-]*$' })
}

/** At most 1,023 bytes, in base64url. */
const CREDENTIAL_ID = bytes(1_364)
const CLIENT_DATA = bytes(4_000)

/** `RegistrationResponseJSON` of WebAuthn; other members are ignored. */
export const REGISTRATION_ANSWER = Type.Object(
  {
    id: CREDENTIAL_ID,
    response: Type.Object({
      clientDataJSON: CLIENT_DATA,
      attestationObject: bytes(40_000),
      transports: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 20 })),
    }),
  },
  { description: 'The response of the browser, as `RegistrationResponseJSON` of WebAuthn.' },
)

/** `AuthenticationResponseJSON` of WebAuthn; other members are ignored. */
export const SIGN_IN_ANSWER = Type.Object(
  {
    id: CREDENTIAL_ID,
    response: Type.Object({
      clientDataJSON: CLIENT_DATA,
      authenticatorData: bytes(4_000),
      signature: bytes(4_000),
      userHandle: Type.Optional(bytes(100)),
    }),
  },
  { description: 'The response of the browser, as `AuthenticationResponseJSON` of WebAuthn.' },
)

/** Options for the API of WebAuthn in the browser. The standard of WebAuthn documents their members. */
export const OPTIONS = Type.Object({
  options: Type.Object(
    { challenge: Type.String() },
    { additionalProperties: true, description: 'Options of WebAuthn in JSON; valid for five minutes.' },
  ),
})

export const PASSKEY = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    created_at: Type.String({ description: 'ISO 8601.' }),
    used_at: Type.Union([Type.String(), Type.Null()], { description: 'Time of the last sign-in; ISO 8601.' }),
    host: Type.Union([Type.String(), Type.Null()], {
      description:
        'Host of the console for which the passkey works; null if an earlier version stored the passkey and it has not signed in since.',
    }),
  },
  { title: 'ConsolePasskey' },
)

/** Renders an object of the schema {@link PASSKEY}. */
export function passkeyBody({ key, name, createdAt, usedAt, host }: Passkey) {
  return {
    id: key,
    name,
    created_at: new Date(createdAt).toISOString(),
    used_at: usedAt === undefined ? null : new Date(usedAt).toISOString(),
    host: host ?? null,
  }
}
