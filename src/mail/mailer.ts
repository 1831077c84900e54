/** Sends mails by SMTP (spec/pages.md#forgotten-passwords). */
import type { Transporter } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface Mailer {
  /** @throws {MailRefused} for a mail that the server will never take; other errors may end */
  send(mail: Mail): Promise<void>
}

/** The SMTP server refused the recipient or the mail for good. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Milliseconds to connect, for the greeting, and without a byte. */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000 } as const

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/i

/**
 * A mailer for an SMTP server. The library is loaded with the first mail, and each mail has a connection of its own.
 * @param url `smtp://` or `smtps://`, with name and password if the server wants them
 * @param from address, or name and address, of the sender
 */
export function smtpMailer(url: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined
  const open = async (): Promise<Transporter> => {
    const { createTransport } = await import('./mail-library.ts')
    return createTransport({ ...transportOptions(url), ...LIMITS })
  }
  return {
    async send({ to, subject, text }) {
      transport ??= open()
      try {
        await (await transport).sendMail({
          ...{ from, to, subject, text },
          // Other programs do not answer such a mail (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...{ disableFileAccess: true, disableUrlAccess: true },
        })
      } catch (error) {
        throw isFinal(error) ? new MailRefused(messageOf(error), { cause: error }) : error
      }
    },
  }
}

/**
 * The connection of a URL. A password is sent only by TLS, except to this machine. Connections inside this machine never use
 * STARTTLS, because its servers often have certificates that they signed themselves.
 */
export function transportOptions(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const isLocal = LOOPBACK.test(hostname)
  const auth =
    username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    ignoreTLS: !secure && isLocal,
    requireTLS: !secure && username !== '' && !isLocal,
    ...auth,
  }
}

/** Properties that the library adds to errors. */
interface SmtpFailure {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Answers about rights of the sender (RFC 3463, section 3.8), such as a missing or wrong password. */
const ABOUT_RIGHTS = /^5\d\d[ -]5\.7\./

/**
 * True for answers to the recipient or the mail that begin with 5. Operators can mend the sender and its password, so the mails
 * wait for that.
 */
function isFinal(error: unknown): boolean {
  const { code, command, response = '', responseCode = 0 } = (error ?? {}) as SmtpFailure
  if (responseCode < 500 || responseCode >= 600 || ABOUT_RIGHTS.test(response)) return false
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
