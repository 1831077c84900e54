/** Limits of requests for e-mails with password links (spec/pages.md#forgotten-passwords). */
import { canonicalLogin } from '../../domain/accounts/sign-in.ts'
import { hashSecret } from '../../lib/vault.ts'
import { PageError } from '../_pages/_errors.ts'
import { networkOf, widerNetworkOf } from '../_pages/network.ts'
import type { Services } from '../_services.ts'

const HOUR = 3_600

/**
 * Maximum requests in an hour: from a network, from its wider network (_pages/network.ts), and for a name.
 */
const PER_ADDRESS = { limit: 10, seconds: HOUR } as const
const PER_NETWORK = { limit: 50, seconds: HOUR } as const
const PER_LOGIN = { limit: 3, seconds: HOUR } as const

/**
 * Counts a request. Names with and without an account count equally.
 * @throws {PageError} `tooManyRequests`
 */
export async function requirePasswordMailLeft(
  { windows }: Pick<Services, 'windows'>,
  address: string,
  typed: string,
): Promise<void> {
  // The limits are checked one after another. A request beyond one limit does not count for the next limit.
  const counts = [
    [`password mail ${networkOf(address)}`, PER_ADDRESS],
    [`password mail around ${widerNetworkOf(address)}`, PER_NETWORK],
    // The name is hashed, because a name can have any length, and because users sometimes type their password into
    // the name field.
    [`password mail for ${hashSecret(canonicalLogin(typed))}`, PER_LOGIN],
  ] as const
  for (const [key, limit] of counts) {
    const { allowed } = await windows.take(key, limit)
    if (!allowed) throw new PageError('tooManyRequests')
  }
}
