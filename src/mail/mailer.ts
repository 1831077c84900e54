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
const LIMITS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 } as const

const LOOPBACK = /^(localhost|127\.[\d.]+|\[::1\])$/

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

/** The connection of a URL. A password is sent only by TLS, except to this machine. */
export function transportOptions(url: string) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const auth =
    username === ''
      ? {}
      : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }
  return {
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    requireTLS: !secure && username !== '' && !LOOPBACK.test(hostname),
    ...auth,
  }
}

/** True for answers to the recipient or the mail that begin with 5; a wrong password of the sender can be mended. */
function isFinal(error: unknown): boolean {
  const { code, responseCode = 0 } = (error ?? {}) as { code?: string; responseCode?: number }
  return responseCode >= 500 && responseCode < 600 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
