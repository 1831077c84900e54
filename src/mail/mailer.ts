/** Sends e-mail by SMTP (spec/pages.md#forgotten-passwords). */
import type { Transporter } from 'nodemailer'

export interface Mail {
  readonly to: string
  readonly subject: string
  /** The text of the e-mail, as plain text. */
  readonly text: string
}

export interface Mailer {
  /**
   * @throws {MailRefused} when the SMTP server refuses the e-mail permanently; after any other error, a later attempt
   *   may succeed
   */
  send(mail: Mail): Promise<void>
}

/** Thrown when the SMTP server refuses the recipient or the e-mail permanently. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused'
}

/** Maximum milliseconds for connecting, for the greeting, and without data on the connection. */
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 120_000 } as const

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/i

/**
 * A mailer for an SMTP server. The library is loaded at the first e-mail, and each e-mail uses a separate connection.
 * @param url `smtp://` or `smtps://`, with a user name and password if the SMTP server requires them
 * @param from the sender: an address, or a name and an address
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
          // This header prevents automatic replies (RFC 3834).
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
 * Options of the library for a URL. A password is sent only over TLS, except to this machine. Connections to this
 * machine never use STARTTLS, because local servers often have self-signed certificates.
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

/** Members that the library adds to errors. */
interface SmtpFailure {
  readonly code?: string
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

/** Responses about permissions of the sender (RFC 3463, section 3.8), such as a missing or wrong password. */
const ABOUT_RIGHTS = /^5\d\d[ -]5\.7\./

/**
 * True for a permanent refusal (5xx) of the recipient or the e-mail. Errors about the sender or its password are not
 * permanent, because the operator can correct them.
 */
function isFinal(error: unknown): boolean {
  const { code, command, response = '', responseCode = 0 } = (error ?? {}) as SmtpFailure
  if (responseCode < 500 || responseCode >= 600 || ABOUT_RIGHTS.test(response)) return false
  return code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
