/** Before users of the console change their own credentials, requires their password or a recent sign-in. */
import { passwordHashOf } from '../../domain/console/credentials.ts'
import { listPasskeys } from '../../domain/console/passkeys/passkeys.ts'
import { findConsoleSession } from '../../domain/console/sessions.ts'
import { verifyPassword } from '../../lib/vault.ts'
import type { ConsoleCall } from './_family.ts'
import { ConsoleProblem } from './_problems.ts'

/** Maximum age of a sign-in that counts as proof, in milliseconds. */
export const RECENT_SIGN_IN_MS = 15 * 60_000

/**
 * Requires the password of a caller, so that an old session is not enough to take over an account. A caller with
 * passkeys and no password needs a recent sign-in. A caller with neither needs only the session.
 * @throws {ConsoleProblem} `password-wrong`, `sign-in-too-old`
 * @throws {TooManyTries} after too many failed attempts
 */
export async function requirePassword(
  { caller, services, outer }: Pick<ConsoleCall, 'caller' | 'services' | 'outer'>,
  password: string,
): Promise<void> {
  const hash = await passwordHashOf(services, caller.consoleUserId)
  if (hash === undefined) return requireRecentSignIn(services, caller)
  const attempt = { door: 'console', login: caller.email.toLowerCase(), address: outer.address } as const
  const isRight = await services.passwordChecks.check(attempt, async () =>
    (await verifyPassword(password, hash)) ? true : undefined,
  )
  if (isRight !== true) throw new ConsoleProblem('password-wrong')
}

/**
 * Requires a recent sign-in of a caller who has passkeys and no password. Without this check, an old session
 * could remove the last passkey, and {@link requirePassword} would then require nothing.
 * @throws {ConsoleProblem} `sign-in-too-old`
 */
export async function requireProofWithoutPassword({
  caller,
  services,
}: Pick<ConsoleCall, 'caller' | 'services'>): Promise<void> {
  const hash = await passwordHashOf(services, caller.consoleUserId)
  if (hash === undefined) await requireRecentSignIn(services, caller)
}

async function requireRecentSignIn(
  services: ConsoleCall['services'],
  { consoleUserId, sessionHash }: ConsoleCall['caller'],
): Promise<void> {
  if ((await listPasskeys(services.store, consoleUserId)).length === 0) return
  const session = await findConsoleSession(services, sessionHash)
  const isRecent = session !== undefined && services.clock.now() - session.createdAt <= RECENT_SIGN_IN_MS
  if (!isRecent) throw new ConsoleProblem('sign-in-too-old')
}
