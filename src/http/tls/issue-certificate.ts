/**
 * Makes a certificate authority that signs one certificate (decisions 0073, 0102). The key of the authority is not
 * stored, so the authority cannot sign another certificate.
 */
import { webcrypto } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { Random } from '../../lib/time/clock.ts'

/** Names and addresses for which a certificate is valid. */
export interface CertifiedNames {
  readonly dns: readonly string[]
  /**
   * Domains for which clients accept certificates of the authority. Each name in `dns` is one of these domains or a
   * subdomain of one.
   */
  readonly domains: readonly string[]
  /** Addresses of this machine: `127.0.0.1` and `::1`. */
  readonly addresses: readonly string[]
}

/** The certificates and the key as PEM texts. */
export interface IssuedCertificate {
  readonly ca: string
  readonly certificate: string
  readonly key: string
}

const DAY_MS = 86_400_000

/** Lifetime of a certificate after its issue. Apple's clients accept at most 825 days. */
const LIFE_MS = 820 * DAY_MS

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

/**
 * Signs a certificate for the names. It is valid from one day before `now` until 820 days after `now`.
 * @param title common name of the certificate; the common name of the authority is this title with "CA" at the end
 * @param now milliseconds since the Unix epoch
 */
export async function issueCertificate(
  title: string,
  names: CertifiedNames,
  now: number,
  random: Random,
): Promise<IssuedCertificate> {
  const x509 = await import('./certificate-library.ts')
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
    name: `CN=${title} CA`,
    keys: keysOfCa,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(usage.keyCertSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keysOfCa.publicKey),
      new x509.Extension('2.5.29.30', true, permittedNames(names)),
    ],
  })
  const certificate = await x509.X509CertificateGenerator.create({
    ...common,
    serialNumber: serialNumber(random),
    subject: `CN=${title}`,
    issuer: ca.subject,
    publicKey: keys.publicKey,
    signingKey: keysOfCa.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(usage.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(ca),
      new x509.SubjectAlternativeNameExtension([
        ...names.dns.map((value) => ({ type: 'dns' as const, value })),
        ...names.addresses.map((value) => ({ type: 'ip' as const, value })),
      ]),
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

/**
 * A random positive number of 16 bytes, used as the serial number. Clients refuse two certificates of one issuer with
 * equal serial numbers.
 */
function serialNumber(random: Random): string {
  const bytes = random(16)
  bytes.writeUInt8((bytes.readUInt8(0) & 0x7f) | 0x40, 0)
  return bytes.toString('hex')
}

/** DER tags of general names: a DNS name and an IP address. */
const DNS_NAME = 0x82
const IP_ADDRESS = 0x87

const SEQUENCE = 0x30
const PERMITTED = 0xa0

/** DER of NameConstraints (RFC 5280 section 4.2.1.10); the library does not encode this extension. */
function permittedNames({ domains, addresses }: CertifiedNames): Buffer {
  const names = [
    ...domains.map((domain) => der(DNS_NAME, Buffer.from(domain, 'latin1'))),
    // Without a subtree of addresses, all addresses would be permitted. The list therefore always contains an address.
    ...(addresses.length === 0 ? [NO_ADDRESS] : addresses.map(onlyAddress)).map((bytes) =>
      der(IP_ADDRESS, bytes),
    ),
  ]
  return der(SEQUENCE, der(PERMITTED, Buffer.concat(names.map((name) => der(SEQUENCE, name)))))
}

/** The address 0.0.0.0 with its mask; no server has this address. */
const NO_ADDRESS = Buffer.from([0, 0, 0, 0, 255, 255, 255, 255])

/** An address with its mask; `::1` is the only IPv6 address. */
function onlyAddress(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from([...address.split('.').map(Number), 255, 255, 255, 255])
  return Buffer.concat([Buffer.alloc(15), Buffer.from([1]), Buffer.alloc(16, 255)])
}

/** Encodes one DER element. The content must be shorter than 65,536 bytes. */
function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const lengthBytes =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...lengthBytes]), content])
}
