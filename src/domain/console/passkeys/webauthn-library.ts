/** The library for WebAuthn. Few requests need the library, so it is imported on demand. */
import { SettingsService } from '@simplewebauthn/server'

// Aviary does not ask passkeys to prove the maker of the authenticator. Without root certificates the library validates
// no certificate chain, so it does not request lists of revoked certificates from other hosts.
for (const identifier of [
  'android-key',
  'android-safetynet',
  'apple',
  'fido-u2f',
  'packed',
  'tpm',
] as const) {
  SettingsService.setRootCertificates({ identifier, certificates: [] })
}

export {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
