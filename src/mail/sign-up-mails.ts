/** Runs the job that sends e-mails about sign-ups (spec/pages.md#mails-about-sign-ups). */
import { signUpToken } from '../domain/accounts/sign-up/by-mail.ts'
import {
  endSignUpMail,
  retrySignUpMail,
  type SignUpMail,
  takeSignUpMail,
} from '../domain/accounts/sign-up/sign-up-mails.ts'
import { reasonOf } from './mail-counts.ts'
import { type Mail, MailRefused } from './mailer.ts'
import type { PasswordMailParts } from './password-mails.ts'

/** Milliseconds between two runs. The interval is short, because the person waits for the e-mail. */
const EVERY_MS = 2_000

const HOUR_MS = 3_600_000

/**
 * Maximum age of an e-mail in milliseconds. An e-mail reaches this age only if no server with the setting `smtp_url`
 * ran in the meantime. The maximum for `confirm` is short, because the person waits for the link in this e-mail. The
 * other e-mails report a decision or a change, which the person needs to know even days later.
 */
const MAX_WAIT_MS = {
  confirm: 2 * HOUR_MS,
  approved: 72 * HOUR_MS,
  rejected: 72 * HOUR_MS,
  'address-changed': 72 * HOUR_MS,
} as const

/** Creates the job. */
export function signUpMailJob(parts: PasswordMailParts) {
  return {
    name: 'send mails about sign-ups',
    everyMs: EVERY_MS,
    async work(signal: AbortSignal): Promise<void> {
      while (!signal.aborted) {
        const mail = await takeSignUpMail(parts.context)
        if (mail === undefined) return
        await sendOne(parts, mail)
      }
    },
  }
}

async function sendOne({ context, mailer, baseUrl, counts, logger }: PasswordMailParts, mail: SignUpMail) {
  const { id, kind, email, attempts, createdAt } = mail
  if (context.clock.now() - createdAt > MAX_WAIT_MS[kind]) {
    counts.ended += 1
    return endSignUpMail(context, id)
  }
  const token = kind === 'confirm' ? await signUpToken(context, mail) : undefined
  try {
    await mailer.send(signUpMail(mail, baseUrl, token))
  } catch (error) {
    counts.failed += 1
    const waits = !(error instanceof MailRefused) && (await retrySignUpMail(context, mail))
    if (error instanceof MailRefused) await endSignUpMail(context, id)
    if (!waits) counts.ended += 1
    const facts = { kind, attempt: attempts, reason: reasonOf(error, email) }
    logger.warn(facts, waits ? 'a mail failed and will be tried again' : 'a mail was given up')
    return
  }
  counts.sent += 1
  await endSignUpMail(context, id)
}

/** @param token token of the link in a `confirm` mail; undefined if a user already has the address */
function signUpMail(
  { kind, email: to, screenName, details }: SignUpMail,
  baseUrl: string,
  token: string | undefined,
): Mail {
  if (kind === 'approved')
    return {
      ...{ to, subject: `You can sign in as @${screenName}` },
      text: `The operator of ${baseUrl} has approved your sign-up.

Sign in as @${screenName} with the password that you chose:

${baseUrl}/login
`,
    }
  if (kind === 'rejected')
    return {
      ...{ to, subject: `Your sign-up as @${screenName}` },
      text: `The operator of ${baseUrl} has refused your sign-up as @${screenName}.${
        details === '' ? '' : `\n\nReason: ${details}`
      }
`,
    }
  if (kind === 'address-changed')
    return {
      ...{ to, subject: `The e-mail address of @${screenName} is changed` },
      text: `The e-mail address of your account @${screenName} at ${baseUrl} is changed. This address cannot be used to sign in any more.

If it was not you, ask the operator of the server for help.
`,
    }
  if (token === undefined)
    return {
      ...{ to, subject: 'You have an account already' },
      text: `Somebody tried to sign up at ${baseUrl} with your e-mail address. You have an account there already.

If you have forgotten the password, request a link for a new one:

${baseUrl}/settings/forgot_password

If it was not you, do nothing: your account stays the same.
`,
    }
  return {
    ...{ to, subject: `Finish your sign-up as @${screenName}` },
    text: `Somebody signed up at ${baseUrl} as @${screenName} with this e-mail address.

This link creates the account once, within a day:

${baseUrl}/signup?token=${token}

If it was not you, do nothing: there is no account without the link.
`,
  }
}
