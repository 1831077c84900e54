/** Numbers and log lines of all e-mails of a process (spec/pages.md#forgotten-passwords). */
import type { Metrics } from '../metrics.ts'

/** Maximum number of characters from a response of the SMTP server in a log line. */
const MAX_LOGGED = 200

/** Numbers since the start of the process. */
export interface MailCounts {
  sent: number
  failed: number
  ended: number
}

/** Creates the numbers and their metrics. */
export function mailCounts({ counter }: Pick<Metrics, 'counter'>): MailCounts {
  const counts = { sent: 0, failed: 0, ended: 0 }
  counter('aviary_mails_sent_total', 'E-mails that the SMTP server has accepted.', () => counts.sent)
  counter('aviary_mails_failed_total', 'Attempts to send a mail that failed.', () => counts.failed)
  counter(
    'aviary_mails_given_up_total',
    'Mails that the SMTP server refused, that failed at the last attempt, or that waited too long.',
    () => counts.ended,
  )
  return counts
}

/** The error of the SMTP server, without the e-mail address of the user, because the log must not contain the address. */
export function reasonOf(error: unknown, email: string): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(email, 'the address').slice(0, MAX_LOGGED)
}
