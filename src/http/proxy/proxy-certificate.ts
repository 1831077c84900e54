/**
 * The certificate of the client proxy (decision 0073). Its certificate authority signs one certificate, for the mirrored
 * names only; its key is never stored, so nothing else can be certified by it.
 */
import { webcrypto, X509Certificate } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Random } from '../../lib/time/clock.ts'
import type { CertificateFiles } from '../certificate.ts'
import { MIRRORED_DOMAINS, MIRRORED_NAMES } from './host-names.ts'

/** The certificate authority, for clients to trust; contains no secret. */
export const CA_FILE = 'proxy-ca.pem'

/** The certificate of the proxy and its private key. */
const CERTIFICATE_FILE = 'proxy.pem'

export interface ProxyCertificate {
  /** For the listener. */
  readonly files: CertificateFiles
  /** Absolute path of the certificate authority, for clients. */
  readonly caFile: string
}

const DAY_MS = 86_400_000

/** Apple's clients accept at most 825 days. */
const LIFE_MS = 820 * DAY_MS

/** A server that runs for long must not outlive its certificate. */
const MIN_REMAINING_MS = 90 * DAY_MS

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * The certificate in the data directory; created when it is missing, unusable or about to expire.
 * @param now milliseconds since the Unix epoch
 * @throws errors of the file system
 */
export async function ensureProxyCertificate(
  data: string,
  now: number,
  random: Random,
): Promise<ProxyCertificate> {
  const caFile = join(resolve(data), CA_FILE)
  const file = join(resolve(data), CERTIFICATE_FILE)
  if (!isUsable(caFile, file, now)) {
    mkdirSync(data, { recursive: true, mode: 0o700 })
    const { ca, certificate, key } = await createCertificate(now, random)
    replaceFile(file, `${certificate}\n${key}\n`)
    replaceFile(caFile, `${ca}\n`)
  }
  return { files: { cert: file, key: file }, caFile }
}

function isUsable(caFile: string, file: string, now: number): boolean {
  try {
    const ca = new X509Certificate(readFileSync(caFile))
    const certificate = new X509Certificate(readFileSync(file))
    const names = new Set((certificate.subjectAltName ?? '').split(', '))
    return (
      certificate.validToDate.getTime() > now + MIN_REMAINING_MS &&
      certificate.verify(ca.publicKey) &&
      MIRRORED_NAMES.every((name) => names.has(`DNS:${name}`))
    )
  } catch {
    // Missing or damaged files are created again.
    return false
  }
}

interface Pems {
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

async function createCertificate(now: number, random: Random): Promise<Pems> {
  // Loaded on demand: few servers have this proxy. The library needs the polyfill and does not load it.
  await import('reflect-metadata')
  const x509 = await import('@peculiar/x509')
  x509.cryptoProvider.set(webcrypto as Crypto)
  const usage = x509.KeyUsageFlags
  const keysOfCa = await newKeys()
  const keys = await newKeys()
  const common = {
    notBefore: new Date(now - DAY_MS),
    notAfter: new Date(now + LIFE_MS),
    signingAlgorithm: ALGORITHM,
  }
  const ca = await x509.X509CertificateGenerator.createSelfSigned({
    ...common,
    serialNumber: serialNumber(random),
    name: 'CN=Aviary client proxy CA',
    keys: keysOfCa,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(usage.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keysOfCa.publicKey),
      new x509.Extension('2.5.29.30', true, permittedDomains(MIRRORED_DOMAINS)),
    ],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    ...common,
    serialNumber: serialNumber(random),
    subject: 'CN=Aviary client proxy',
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: keysOfCa.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(usage.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(ca),
      new x509.SubjectAlternativeNameExtension(
        MIRRORED_NAMES.map((value) => ({ type: 'dns' as const, value })),
      ),
    ],
  })
  const key = await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    ca: ca.toString('pem'),
    certificate: certificate.toString('pem'),
    key: x509.PemConverter.encode(key, 'PRIVATE KEY'),
  }
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']) as Promise<webcrypto.CryptoKeyPair>
}

/** A positive number of 16 bytes: clients refuse two certificates of an issuer with one number. */
function serialNumber(random: Random): string {
  const bytes = random(16)
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0)
  return bytes.toString('hex')
}

/** DER of NameConstraints with permitted DNS names (RFC 5280 section 4.2.1.10), which the library does not encode. */
function permittedDomains(domains: readonly string[]): Buffer {
  const subtrees = domains.map((domain) => der(0x30, der(0x82, Buffer.from(domain, 'latin1'))))
  return der(0x30, der(0xa0, Buffer.concat(subtrees)))
}

/** One element; `content` is shorter than 128 bytes. */
function der(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from([tag, content.length]), content])
}

/** Atomically, readable by the owner only. */
function replaceFile(file: string, text: string): void {
  const temporary = `${file}.new`
  writeFileSync(temporary, text, { mode: 0o600 })
  renameSync(temporary, file)
}
