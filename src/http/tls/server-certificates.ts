/**
 * Reads the certificates of a server from the files in the settings, or issues them (`--tls auto`, the client proxy).
 */
import { isIP } from 'node:net'
import type { Random } from '../../lib/time/clock.ts'
import { type CertificateFiles, readCertificate } from './certificate-files.ts'
import type { CertifiedNames } from './issue-certificate.ts'
import { type EnsuredCertificate, ensureCertificate, type OwnCertificate } from './own-certificate.ts'
import { MIRRORED_DOMAINS, MIRRORED_NAMES } from './public-names.ts'

/** Settings that certificates depend on. */
export interface CertificateSettings {
  readonly data: string
  readonly tls: 'files' | 'auto'
  readonly tls_cert: string
  readonly tls_key: string
  readonly proxy_port: number | undefined
  readonly hosts: readonly string[]
  readonly base_url: string
  readonly stream_url: string
}

/** A certificate that the server issued to itself, with its authority. */
export interface OwnTls extends EnsuredCertificate {
  /** Host names and addresses for which the certificate is valid. */
  readonly names: readonly string[]
}

export interface ServerCertificates {
  /** The certificate of the public listeners; undefined for HTTP without TLS. */
  readonly files: CertificateFiles | undefined
  /** The certificate of the public listeners, if the server issued it. */
  readonly own: OwnTls | undefined
  /** The certificate of the client proxy; undefined without a client proxy. */
  readonly proxy: EnsuredCertificate | undefined
}

const LOOPBACK: CertifiedNames = {
  dns: ['localhost'],
  domains: ['localhost'],
  addresses: ['127.0.0.1', '::1'],
}

/**
 * Reads or creates the certificates (spec/server.md#own-certificates).
 * @param now milliseconds since the Unix epoch, by the clock of the machine and not of test mode
 * @throws {Error} when the files of the settings cannot be used; errors of the file system
 */
export async function serverCertificates(
  settings: CertificateSettings,
  now: number,
  random: Random,
): Promise<ServerCertificates> {
  const ensure = (own: OwnCertificate) => ensureCertificate(settings.data, own, now, random)
  const own = settings.tls === 'auto' ? await ensureOwn(settings, ensure) : undefined
  const files = own?.files ?? filesOf(settings)
  const proxy = settings.proxy_port === undefined ? undefined : (own ?? (await ensure(PROXY_CERTIFICATE)))
  return { files, own, proxy }
}

/** Checks the certificate files of the settings. @throws {Error} when the files cannot be used */
export function requireUsableFiles(settings: Pick<CertificateSettings, 'tls_cert' | 'tls_key'>): void {
  const files = filesOf(settings)
  if (files !== undefined) readCertificate(files)
}

function filesOf({
  tls_cert,
  tls_key,
}: Pick<CertificateSettings, 'tls_cert' | 'tls_key'>): CertificateFiles | undefined {
  return tls_cert === '' ? undefined : { cert: tls_cert, key: tls_key }
}

/**
 * The certificate of the client proxy. The certificate is valid only for the public names, because the proxy accepts no
 * other names.
 */
export const PROXY_CERTIFICATE: OwnCertificate = {
  title: 'Aviary client proxy',
  file: 'proxy.pem',
  caFile: 'proxy-ca.pem',
  names: { dns: MIRRORED_NAMES, domains: MIRRORED_DOMAINS, addresses: [] },
}

async function ensureOwn(
  settings: CertificateSettings,
  ensure: (own: OwnCertificate) => Promise<EnsuredCertificate>,
): Promise<OwnTls> {
  const chosen = chosenNames(settings)
  const dns = distinct([...MIRRORED_NAMES, ...LOOPBACK.dns, ...chosen])
  const domains = distinct([...MIRRORED_DOMAINS, ...LOOPBACK.domains, ...chosen])
  const { addresses } = LOOPBACK
  const names = { dns, domains, addresses }
  const ensured = await ensure({ title: 'Aviary server', file: 'tls.pem', caFile: 'tls-ca.pem', names })
  return { ...ensured, names: [...dns, ...addresses] }
}

/** Host names in the settings, without ports; addresses are left out. */
function chosenNames({ hosts, base_url, stream_url }: CertificateSettings): readonly string[] {
  const urls = [...hosts.map((host) => `https://${host}`), base_url, stream_url]
  const names = urls.flatMap((url) => (URL.canParse(url) ? [new URL(url).hostname] : []))
  return names.filter((name) => isIP(name.replace(/[[\]]/g, '')) === 0)
}

function distinct(names: readonly string[]): readonly string[] {
  return [...new Set(names)]
}
