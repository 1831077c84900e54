/** Creates the jobs that send e-mail; without the setting `smtp_url`, there are none. */
import type { Config } from '../config.ts'
import type { Context } from '../domain/context.ts'
import type { Metrics } from '../metrics.ts'
import { mailCounts } from './mail-counts.ts'
import { smtpMailer } from './mailer.ts'
import { type PasswordMailParts, passwordMailJob } from './password-mails.ts'
import { signUpMailJob } from './sign-up-mails.ts'

type MailConfig = Pick<Config, 'smtp_url' | 'mail_from' | 'base_url'>

export interface MailParts extends Pick<PasswordMailParts, 'logger'> {
  readonly metrics: Pick<Metrics, 'counter'>
  readonly runtime: { readonly context: Context }
}

/** Jobs that send e-mail, with their metrics. */
export function mailJobs(
  { smtp_url, mail_from, base_url }: MailConfig,
  { runtime: { context }, logger, metrics }: MailParts,
): readonly ReturnType<typeof passwordMailJob>[] {
  if (smtp_url === '') return []
  const mailer = smtpMailer(smtp_url, mail_from)
  const parts = { context, mailer, baseUrl: base_url, logger, counts: mailCounts(metrics) }
  return [passwordMailJob(parts), signUpMailJob(parts)]
}
