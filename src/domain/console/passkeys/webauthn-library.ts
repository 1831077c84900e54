/** The library of WebAuthn. Few requests need it, so it is imported on demand. */
import { SettingsService } from '@simplewebauthn/server'

// Passkeys need no proof of their maker. Without roots the library validates no chain, and so asks no other host for
// revoked certificates.
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
