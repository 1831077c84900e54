/**
 * Watches the certificate of the listeners. Shows its expiry in the metrics and the log, and reads new files on
 * request.
 */
import { X509Certificate } from 'node:crypto'
import type { Logger } from '../../lib/log.ts'
import type { Clock } from '../../lib/time/clock.ts'
import { type CertificateFiles, readCertificate } from './certificate-files.ts'

const DAY_MS = 86_400_000

/**
 * Number of days before the expiry from which on warnings are logged. Issuers renew a certificate 30 days before its
 * expiry.
 */
const WARN_DAYS = 21

/** The expiry of a certificate, by the clock that clients use. */
export interface CertificateState {
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
  /** Whole days until the expiry; negative after the expiry. */
  readonly days: number
  /** `expiring` during the last 21 days before the expiry. */
  readonly state: 'valid' | 'expiring' | 'expired'
}

export interface CertificateWatch {
  /** Milliseconds since the Unix epoch. */
  readonly expiresAt: number
  now(): CertificateState
  /**
   * Reads the files again and passes the new certificate to the listeners. Open connections continue. When the files
   * cannot be used, logs an error and keeps the old certificate.
   */
  renew(): void
  close(): void
}

export interface CertificateWatchOptions {
  readonly files: CertificateFiles
  /** The clock of clients. */
  readonly clock: Clock
  readonly logger: Pick<Logger, 'info' | 'warn' | 'error'>
  /** Installs a certificate in all listeners. */
  readonly install: (certificate: ReturnType<typeof readCertificate>) => void
}

/** Checks the certificate now and once a day. @throws {Error} when the files cannot be used */
export function watchCertificate(options: CertificateWatchOptions): CertificateWatch {
  const { files, clock, logger, install } = options
  let expiresAt = endOf(readCertificate(files).cert)
  const now = () => certificateState(expiresAt, clock.now())
  const look = () => {
    const { days, state } = now()
    const facts = { certificate: files.cert, expires_at: new Date(expiresAt).toISOString(), days }
    if (state === 'expired')
      logger.error(facts, 'the TLS certificate has expired; replace its files and send SIGHUP')
    else if (state === 'expiring') logger.warn(facts, 'the TLS certificate expires soon')
  }
  look()
  const stop = clock.every(DAY_MS, look)
  return {
    get expiresAt() {
      return expiresAt
    },
    now,
    renew() {
      try {
        const certificate = readCertificate(files)
        const end = endOf(certificate.cert)
        install(certificate)
        expiresAt = end
        const facts = { certificate: files.cert, expires_at: new Date(end).toISOString() }
        logger.info(facts, 'read the TLS certificate again')
      } catch (error) {
        logger.error({ err: error }, 'the TLS certificate was not read again; the old one stays in use')
      }
      look()
    },
    close: stop,
  }
}

function certificateState(expiresAt: number, now: number): CertificateState {
  const days = Math.floor((expiresAt - now) / DAY_MS)
  return { expiresAt, days, state: days < 0 ? 'expired' : days < WARN_DAYS ? 'expiring' : 'valid' }
}

/** The expiry of the first certificate of a chain. */
function endOf(chain: Buffer): number {
  return new X509Certificate(chain).validToDate.getTime()
}
