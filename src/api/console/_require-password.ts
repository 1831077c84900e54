/** Proof that a change of the sign-in comes from the user itself. */
import { passwordHashOf } from '../../domain/console/credentials.ts'
import { verifyPassword } from '../../lib/vault.ts'
import type { ConsoleCall } from './_family.ts'
import { ConsoleProblem } from './_problems.ts'

/**
 * Requires the password of a caller who has one: a session alone must not be enough to take over an account.
 * @throws {ConsoleProblem} `password-wrong` @throws {TooManyTries} after too many failed attempts
 */
export async function requirePassword(
  { caller, services, outer }: Pick<ConsoleCall, 'caller' | 'services' | 'outer'>,
  password: string,
): Promise<void> {
  const hash = await passwordHashOf(services, caller.consoleUserId)
  if (hash === undefined) return
  const attempt = { door: 'console', login: caller.email.toLowerCase(), address: outer.address } as const
  const isRight = await services.passwordChecks.check(attempt, async () =>
    (await verifyPassword(password, hash)) ? true : undefined,
  )
  if (isRight !== true) throw new ConsoleProblem('password-wrong')
}
