/** Reads the TLS certificate of the listeners. */
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'

export interface CertificateFiles {
  /** Paths of PEM files. */
  readonly cert: string
  readonly key: string
}

/**
 * Reads both files, and checks that the key belongs to the certificate.
 * @throws {Error} when a file cannot be read or used
 */
export function readCertificate(files: CertificateFiles): { readonly cert: Buffer; readonly key: Buffer } {
  const cert = readFileSync(files.cert)
  const key = readFileSync(files.key)
  try {
    createSecureContext({ cert, key })
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^error:[0-9A-F]+:/, '') : String(error)
    throw new Error(
      `the certificate ${files.cert} and the key ${files.key} cannot be used (${why}); give PEM files that belong together (--tls-cert, --tls-key)`,
      { cause: error },
    )
  }
  return { cert, key }
}
