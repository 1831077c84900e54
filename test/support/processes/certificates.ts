/** Makes certificates for TLS tests, only with Node and without the code of the server. */
import { webcrypto } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
// This module is a dependency that the certificate library does not declare.
import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  cryptoProvider,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

export interface TestCertificate {
  /** Path of the PEM file, for the setting `tls_cert`. */
  readonly certFile: string
  /** Path of the PEM file, for the setting `tls_key`. */
  readonly keyFile: string
  /** The certificate as PEM. Clients must trust it, because it is self-signed. */
  readonly cert: string
  readonly key: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

/**
 * Makes a self-signed certificate for `localhost`, 127.0.0.1, ::1 and the given names. Its files are removed
 * at the end of the test.
 */
export async function testCertificate(
  t: Pick<TestContext, 'after'>,
  names: readonly string[] = [],
): Promise<TestCertificate> {
  cryptoProvider.set(webcrypto as Crypto)
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const now = Date.now()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    serialNumber: now.toString(16).padStart(12, '0'),
    name: 'CN=Aviary test',
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + DAY_MS),
    signingAlgorithm: ALGORITHM,
    keys: keys as webcrypto.CryptoKeyPair,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new SubjectAlternativeNameExtension([
        ...['localhost', ...names].map((value) => ({ type: 'dns' as const, value })),
        ...['127.0.0.1', '::1'].map((value) => ({ type: 'ip' as const, value })),
      ]),
    ],
  })
  const cert = certificate.toString('pem')
  const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY')
  const directory = await mkdtemp(join(tmpdir(), 'aviary-certificate-'))
  t.after(() => t.after(() => rm(directory, { recursive: true, force: true })))
  const certFile = join(directory, 'cert.pem')
  const keyFile = join(directory, 'key.pem')
  await writeFile(certFile, cert)
  await writeFile(keyFile, key, { mode: 0o600 })
  return { certFile, keyFile, cert, key }
}
