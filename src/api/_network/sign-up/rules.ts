/** Rules and limits of sign-ups, and the texts for refused sign-ups (spec/pages.md#sign-up). */
import { isInvited } from '../../../domain/accounts/sign-up/invitations.ts'
import { Refusal, type RefusalReason } from '../../../domain/context.ts'
import { hashSecret } from '../../../lib/vault.ts'
import { PageError } from '../../_pages/_errors.ts'
import { networkOf, widerNetworkOf } from '../../_pages/network.ts'
import type { Services } from '../../_services.ts'

/**
 * Maximum attempts to sign up in an hour, from one network and from its wider network (_pages/network.ts).
 */
const PER_ADDRESS = { limit: 10, seconds: 3_600 } as const
const PER_NETWORK = { limit: 50, seconds: 3_600 } as const
/** Maximum mails about sign-ups to one e-mail address in an hour. */
const PER_EMAIL = { limit: 3, seconds: 3_600 } as const
/**
 * Maximum refusals with `email-taken` in a day. Each of them reveals that an e-mail address has an account.
 */
const TAKEN_PER_ADDRESS = { limit: 5, seconds: 86_400 } as const
const TAKEN_PER_NETWORK = { limit: 20, seconds: 86_400 } as const

/**
 * Counts an attempt to sign up, successful or not.
 * @throws {PageError} `tooManyRequests`
 */
export async function requireSignUpLeft(
  { windows }: Pick<Services, 'windows'>,
  address: string,
): Promise<void> {
  const near = await windows.take(`sign-up ${networkOf(address)}`, PER_ADDRESS)
  // Attempts beyond the limit of the narrow network do not count for the wider network.
  if (!near.allowed) throw new PageError('tooManyRequests')
  const around = await windows.take(`sign-up around ${widerNetworkOf(address)}`, PER_NETWORK)
  if (!around.allowed) throw new PageError('tooManyRequests')
}

/**
 * Counts a mail to an e-mail address. Addresses with and without an account count equally.
 * @throws {PageError} `tooManyRequests`
 */
export async function requireSignUpMailLeft(
  { windows }: Pick<Services, 'windows'>,
  email: string,
): Promise<void> {
  // The address is hashed, because it can have any length.
  const { allowed } = await windows.take(`sign-up mail for ${hashSecret(email.toLowerCase())}`, PER_EMAIL)
  if (!allowed) throw new PageError('tooManyRequests')
}

/**
 * Refuses every sign-up from a network that has had too many refusals with `email-taken`. If only e-mail
 * addresses with an account were refused beyond the limit, the refusals would still reveal these addresses.
 * @returns a function that counts the error of a sign-up, if it is `email-taken`
 * @throws {PageError} `tooManyRequests`
 */
export async function requireTakenLeft(
  { windows }: Pick<Services, 'windows'>,
  address: string,
): Promise<(error: unknown) => Promise<void>> {
  const counts = [
    [`sign-up taken ${networkOf(address)}`, TAKEN_PER_ADDRESS],
    [`sign-up taken around ${widerNetworkOf(address)}`, TAKEN_PER_NETWORK],
  ] as const
  for (const [key, limit] of counts)
    if (!(await windows.peek(key, limit)).allowed) throw new PageError('tooManyRequests')
  return async (error) => {
    if (!(error instanceof Refusal) || error.reason !== 'email-taken') return
    for (const [key, limit] of counts) await windows.take(key, limit)
  }
}

/**
 * The text for a refused sign-up.
 * @throws {PageError} `badInvitation`
 * @throws the error itself, if a visitor cannot cause it
 */
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
