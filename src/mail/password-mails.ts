/** Runs the job that sends e-mails with password links (spec/pages.md#forgotten-passwords). */
import { createPasswordLink, endPasswordLink } from '../domain/accounts/passwords/password-links.ts'
import {
  endPasswordRequest,
  findMailAccount,
  type PasswordRequest,
  retryPasswordRequest,
  takePasswordRequest,
} from '../domain/accounts/passwords/password-requests.ts'
import type { Context } from '../domain/context.ts'
import { type MailCounts, reasonOf } from './mail-counts.ts'
import { type Mail, type Mailer, MailRefused } from './mailer.ts'

/** Lifetime of a link in an e-mail, in milliseconds: one hour. */
export const MAILED_LINK_MS = 3_600_000

/** Milliseconds between two runs. The interval is short, because the user waits for the e-mail. */
const EVERY_MS = 2_000

/**
 * Maximum age of a request in milliseconds. All attempts together take less time. Therefore a request exceeds this age
 * only if it waited while the server was stopped.
 */
const MAX_WAIT_MS = 2 * 3_600_000

export interface PasswordMailParts {
  readonly context: Context
  readonly mailer: Mailer
  /**
   * Public base URL of the server, used in the link. The host of the request is not used, because a request can name
   * any host.
   */
  readonly baseUrl: string
  readonly logger: { warn(facts: object, message: string): void }
  readonly counts: MailCounts
}

/** Creates the job. */
export function passwordMailJob(parts: PasswordMailParts) {
  return {
    name: 'send mails',
    everyMs: EVERY_MS,
    async work(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const request = await takePasswordRequest(parts.context)
        if (request === undefined) return
        await sendOne(parts, request)
      }
    },
  }
}

async function sendOne(parts: PasswordMailParts, request: PasswordRequest): Promise<void> {
  const { context, mailer, baseUrl, counts } = parts
  if (context.clock.now() - request.createdAt > MAX_WAIT_MS) {
    counts.ended += 1
    return endPasswordRequest(context, request.id)
  }
  const account = await findMailAccount(context.store, request.login)
  if (account === undefined) return endPasswordRequest(context, request.id)
  const { user, email } = account
  const { token } = await createPasswordLink(context, { userId: user.id, lifetime: MAILED_LINK_MS })
  try {
    await mailer.send(passwordMail(email, user.screenName, { baseUrl, token }))
  } catch (error) {
    counts.failed += 1
    // The next attempt makes a new link, and the server limits the number of links of a user.
    await endPasswordLink(context, token)
    const waits = !(error instanceof MailRefused) && (await retryPasswordRequest(context, request))
    if (error instanceof MailRefused) await endPasswordRequest(context, request.id)
    if (!waits) counts.ended += 1
    const reason = reasonOf(error, email)
    const facts = { user_id: String(user.id), attempt: request.attempts, reason }
    parts.logger.warn(facts, waits ? 'a mail failed and will be tried again' : 'a mail was given up')
    return
  }
  // The user has already received the link, so a failure of the database must not invalidate the link.
  counts.sent += 1
  await endPasswordRequest(context, request.id)
}

/** The e-mail with a password link. */
export function passwordMail(
  to: string,
  screenName: string,
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
): Mail {
  return {
    to,
    subject: `Set a new password for @${screenName}`,
    text: `A new password was requested for @${screenName} at ${baseUrl}.

This link sets it once, within an hour:

${baseUrl}/settings/reset_password?token=${token}

If you have not requested it, do nothing: your password stays the same.
`,
  }
}
