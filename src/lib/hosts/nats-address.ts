/** Reads URLs of NATS servers: `nats://user:password@host:4222,host:4222`. */

export interface NatsAddress {
  /** The servers, each as `host:port`. */
  readonly servers: readonly string[]
  readonly user: string | undefined
  readonly password: string | undefined
  /** The token, if the credentials have no colon. */
  readonly token: string | undefined
  readonly usesTls: boolean
}

const DEFAULT_PORT = 4222
const MAX_PORT = 65_535

const URL_FORM = /^(nats|tls):\/\/(?:([^@/\s]+)@)?([^@/\s]+?)\/?$/
const SERVER = /^([a-z0-9._-]+|\[[0-9a-f:.]+\])(?::(\d{1,5}))?$/i

/** @returns undefined for a text that is not such a URL */
export function parseNatsAddress(url: string): NatsAddress | undefined {
  const [, scheme, credentials, hosts = ''] = URL_FORM.exec(url) ?? []
  if (scheme === undefined) return undefined
  const servers = hosts.split(',').map(serverOf)
  if (!servers.every((server) => server !== undefined)) return undefined
  try {
    return { servers, ...parseCredentials(credentials), usesTls: scheme === 'tls' }
  } catch {
    // The text has an invalid percent escape.
    return undefined
  }
}

function serverOf(text: string): string | undefined {
  const [, host, port = String(DEFAULT_PORT)] = SERVER.exec(text) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > MAX_PORT) return undefined
  return `${host}:${port}`
}

/** @throws {URIError} for an invalid percent escape */
function parseCredentials(text: string | undefined): Pick<NatsAddress, 'user' | 'password' | 'token'> {
  const none = { user: undefined, password: undefined, token: undefined }
  if (text === undefined) return none
  const colon = text.indexOf(':')
  if (colon === -1) return { ...none, token: decodeURIComponent(text) }
  return {
    ...none,
    user: decodeURIComponent(text.slice(0, colon)),
    password: decodeURIComponent(text.slice(colon + 1)),
  }
}
