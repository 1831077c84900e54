/** Certificates that the server issues to itself and stores in the data directory (decisions 0073, 0102). */
import { X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { AtomicFile } from '../../lib/atomic-file.ts'
import type { Random } from '../../lib/time/clock.ts'
import type { CertificateFiles } from './certificate-files.ts'
import { type CertifiedNames, issueCertificate } from './issue-certificate.ts'

/** The names, addresses and file names of a certificate. */
export interface OwnCertificate {
  /** Common name of the certificate. */
  readonly title: string
  /**
   * File names in the data directory: `file` contains the certificate and its key. `caFile` contains the certificate of
   * the authority, which is not secret.
   */
  readonly file: string
  readonly caFile: string
  readonly names: CertifiedNames
}

export interface EnsuredCertificate {
  /** Paths of the files for the listener. */
  readonly files: CertificateFiles
  /** Absolute path of the authority's certificate, which clients must trust. */
  readonly caFile: string
}

const DAY_MS = 86_400_000

/**
 * Minimum remaining lifetime of a certificate when the server starts. A certificate with less time could expire while
 * the server runs.
 */
const MIN_REMAINING_MS = 90 * DAY_MS

/**
 * Returns the certificate in the data directory. Creates it when it is missing or unusable, lacks one of the names, or
 * expires soon.
 * @param now milliseconds since the Unix epoch, by the clock of the machine and not of test mode
 * @throws errors of the file system
 */
export async function ensureCertificate(
  data: string,
  { title, names, ...own }: OwnCertificate,
  now: number,
  random: Random,
): Promise<EnsuredCertificate> {
  const caFile = join(resolve(data), own.caFile)
  const file = join(resolve(data), own.file)
  if (!isUsable(caFile, file, names, now)) {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const { ca, certificate, key } = await issueCertificate(title, names, now, random)
    await replaceFile(file, `${certificate}\n${key}\n`, random)
    await replaceFile(caFile, `${ca}\n`, random)
  }
  return { files: { cert: file, key: file }, caFile }
}

function isUsable(caFile: string, file: string, { dns, addresses }: CertifiedNames, now: number): boolean {
  try {
    const ca = new X509Certificate(readFileSync(caFile))
    const certificate = new X509Certificate(readFileSync(file))
    return (
      certificate.validToDate.getTime() > now + MIN_REMAINING_MS &&
      certificate.validFromDate.getTime() <= now &&
      certificate.verify(ca.publicKey) &&
      dns.every((name) => certificate.checkHost(name) !== undefined) &&
      addresses.every((address) => certificate.checkIP(address) !== undefined)
    )
  } catch {
    // New files replace missing or damaged files.
    return false
  }
}

/** Writes a file atomically. Only the file's owner can read it. */
async function replaceFile(path: string, text: string, random: Random): Promise<void> {
  const file = await AtomicFile.create(path, random)
  try {
    await file.write(text)
    await file.commit()
  } catch (error) {
    await file.abandon()
    throw error
  }
}
