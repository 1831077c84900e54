/** Rules and limits of sign-ups, and the texts for refused sign-ups (spec/pages.md#sign-up). */
import { isInvited } from '../../domain/accounts/sign-up/invitations.ts'
import { Refusal, type RefusalReason } from '../../domain/context.ts'
import { PageError } from '../_pages/_errors.ts'
import { networkOf, widerNetworkOf } from '../_pages/network.ts'
import type { Services } from '../_services.ts'

/** Maximum attempts to sign up in an hour, from one address and from the wider network of the address. */
const PER_ADDRESS = { limit: 10, seconds: 3_600 } as const
const PER_NETWORK = { limit: 50, seconds: 3_600 } as const

/**
 * Counts an attempt to sign up, successful or not.
 * @throws {PageError} `tooManyRequests`
 */
export async function requireSignUpLeft(
  { windows }: Pick<Services, 'windows'>,
  address: string,
): Promise<void> {
  const near = await windows.take(`sign-up ${networkOf(address)}`, PER_ADDRESS)
  // Attempts of an address beyond its own limit do not count for the wider network.
  if (!near.allowed) throw new PageError('tooManyRequests')
  const around = await windows.take(`sign-up around ${widerNetworkOf(address)}`, PER_NETWORK)
  if (!around.allowed) throw new PageError('tooManyRequests')
}

/** The text for a refused sign-up. @throws errors that a visitor cannot cause */
export function refusedSignUp(error: unknown): string {
  if (error instanceof Refusal && error.reason === 'invitation-invalid') throw new PageError('badInvitation')
  const said = error instanceof Refusal ? REFUSED[error.reason] : undefined
  if (said === undefined) throw error
  return said
}

const REFUSED: Partial<Record<RefusalReason, string>> = {
  'screen-name-invalid': 'A user name has 1 to 15 letters, digits and underscores.',
  'screen-name-taken': 'This user name is taken. Choose another one.',
  'name-too-long': 'A name has 1 to 50 characters.',
  'name-invalid': 'A name cannot have line breaks or other control characters.',
  // Invalid and known e-mail addresses get the same text, so that the page does not reveal known addresses.
  'email-invalid': 'This e-mail address cannot be used.',
  'email-taken': 'This e-mail address cannot be used.',
  'password-too-short': 'A password has at least 8 characters.',
  'sign-ups-too-many': 'Too many sign-ups wait at the moment. Try again in a few days.',
}

/** @throws {PageError} `signUpClosed`, `badInvitation` */
export async function requireOpen(services: Services, invitation: string | undefined): Promise<void> {
  if (services.signUp === 'closed') throw new PageError('signUpClosed')
  if (services.signUp !== 'invitation') return
  if (!(await isInvited(services, invitation ?? ''))) throw new PageError('badInvitation')
}
