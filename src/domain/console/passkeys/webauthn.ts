/**
 * WebAuthn for passkeys of the console. Authenticators store the keys and verify their user (spec/console.md#passkeys).
 */
import { CHALLENGE_MS } from './challenges.ts'

/** The relying party of WebAuthn: an address of the console. */
export interface PasskeySite {
  /** Scheme, host and port, such as `https://console.example.org`. */
  readonly origin: string
  /** The host without the port: the id of the relying party. */
  readonly host: string
}

/** A stored credential. Its texts are in base64url. */
export interface Credential {
  readonly id: string
  readonly publicKey: string
  /** The signature counter of the authenticator; 0 for an authenticator without a counter. */
  readonly counter: number
  readonly transports: readonly string[]
}

/** Response of a browser to {@link registrationOptions}. Its texts are in base64url. */
export interface RegistrationAnswer {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly attestationObject: string
    readonly transports?: readonly string[] | undefined
  }
}

/** Response of a browser to {@link signInOptions}. Its texts are in base64url. */
export interface SignInAnswer {
  readonly id: string
  readonly response: {
    readonly clientDataJSON: string
    readonly authenticatorData: string
    readonly signature: string
    readonly userHandle?: string | undefined
  }
}

/** Maximum length of a credential id in bytes; see WebAuthn level 3, section 4. */
const MAX_CREDENTIAL_ID_BYTES = 1_023
const MAX_TRANSPORTS = 10
/**
 * EdDSA, ES256, RS256. The list is given here, because the default list of the library has a further algorithm that is
 * experimental in Node.
 */
const ALGORITHMS = [-8, -7, -257]

interface RegistrationUser {
  /** Opaque bytes that identify the user to the authenticator. */
  readonly handle: Uint8Array<ArrayBuffer>
  /** Name of the user, which the authenticator shows. */
  readonly name: string
}

/**
 * Options for `navigator.credentials.create`. @param known credentials that the user has already, which are excluded
 */
export async function registrationOptions(
  { host }: PasskeySite,
  challenge: Uint8Array<ArrayBuffer>,
  { handle, name }: RegistrationUser,
  known: readonly Pick<Credential, 'id' | 'transports'>[],
): Promise<object> {
  const { generateRegistrationOptions } = await import('./webauthn-library.ts')
  return generateRegistrationOptions({
    rpName: `Aviary at ${host}`,
    rpID: host,
    userID: handle,
    userName: name,
    userDisplayName: name,
    challenge,
    supportedAlgorithmIDs: ALGORITHMS,
    timeout: CHALLENGE_MS,
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
  })
}

/** Options for `navigator.credentials.get`. The browser offers every passkey for this host. */
export async function signInOptions(
  { host }: PasskeySite,
  challenge: Uint8Array<ArrayBuffer>,
): Promise<object> {
  const { generateAuthenticationOptions } = await import('./webauthn-library.ts')
  return generateAuthenticationOptions({
    rpID: host,
    challenge,
    timeout: CHALLENGE_MS,
    userVerification: 'required',
  })
}

/**
 * Verifies the response to a registration. @returns the new credential; undefined for a response that cannot be read,
 * or for another site, challenge or kind
 * @param isChallenge a function that returns true for a valid challenge; it is not called for a response of
 * another kind
 */
export async function verifyRegistration(
  { origin, host }: PasskeySite,
  { id, response }: RegistrationAnswer,
  isChallenge: (challenge: string) => boolean,
): Promise<Credential | undefined> {
  const { verifyRegistrationResponse } = await import('./webauthn-library.ts')
  const { clientDataJSON, attestationObject } = response
  const verified = await orUndefined(
    verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, attestationObject },
      },
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    }),
  )
  if (verified?.verified !== true) return undefined
  const { credential } = verified.registrationInfo
  if (credential.id !== id || Buffer.from(id, 'base64url').length > MAX_CREDENTIAL_ID_BYTES) return undefined
  return {
    id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    counter: credential.counter,
    transports: knownTransports(response.transports ?? []),
  }
}

/**
 * Verifies the response to a sign-in. @returns the signature counter; undefined for a response that cannot be read, or
 * for another key, site, challenge or kind
 * @param isChallenge a function that returns true for a valid challenge
 */
export async function verifySignIn(
  { origin, host }: PasskeySite,
  { id, response }: SignInAnswer,
  publicKey: string,
  isChallenge: (challenge: string) => boolean,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await import('./webauthn-library.ts')
  const { clientDataJSON, authenticatorData, signature } = response
  const verified = await orUndefined(
    verifyAuthenticationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key', clientExtensionResults: {} },
        response: { clientDataJSON, authenticatorData, signature },
      },
      expectedChallenge: isChallenge,
      expectedOrigin: origin,
      expectedRPID: host,
      // The counter 0 turns off the library's comparison of counters, which would come before the check of the signature.
      // The caller compares the counters.
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')), counter: 0 },
      requireUserVerification: true,
    }),
  )
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined
}

/**
 * Returns undefined when the library throws. Every error counts as a refusal, because refusals have no error class of
 * their own, and the library does no I/O that could fail.
 */
async function orUndefined<T>(verification: Promise<T>): Promise<T | undefined> {
  try {
    return await verification
  } catch {
    // The caller responds with the error of its endpoint.
    return undefined
  }
}

function knownTransports(transports: readonly string[]): readonly string[] {
  return transports.filter((each) => /^[a-z-]{1,20}$/.test(each)).slice(0, MAX_TRANSPORTS)
}
