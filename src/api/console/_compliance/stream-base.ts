import type { RequestOrigin } from '../../../http/request-origin.ts'

/** The settings that determine the address of the streams. */
export interface StreamAddress {
  /** Scheme, host and port; empty when the settings name no URL. */
  readonly url: string
  /** Port of the streams on this host; undefined when streams are on the listener of the console’s request. */
  readonly port: number | undefined
}

/** The address of streams: `stream_url`; otherwise `base_url`, with `stream_port` if that is set. */
export function streamAddressOf(config: {
  readonly base_url: string
  readonly stream_url: string
  readonly stream_port: number | undefined
}): StreamAddress {
  const { base_url: base, stream_url: url, stream_port: port } = config
  if (url !== '' || base === '') return { url, port }
  if (port === undefined) return { url: base, port }
  const { protocol, hostname } = new URL(base)
  return { url: new URL(`${protocol}//${hostname}:${port}`).origin, port }
}

/**
 * The address of public pages: `base_url`; otherwise the port of the public listener, if the console has another port.
 */
export function pageAddressOf(config: {
  readonly base_url: string
  readonly port: number
  readonly console_port: number | undefined
}): StreamAddress {
  const { base_url: url, port, console_port: consolePort } = config
  return { url, port: consolePort === undefined ? undefined : port }
}

/**
 * The address of a console with a listener of its own: the host of `base_url` with the port of the console. Undefined
 * without such a listener: links to the console then stay on the host of the page.
 */
export function consoleAddressOf(config: {
  readonly base_url: string
  readonly console_port: number | undefined
}): StreamAddress | undefined {
  const { base_url: base, console_port: port } = config
  if (port === undefined) return undefined
  if (base === '') return { url: '', port }
  const { protocol, hostname } = new URL(base)
  return { url: new URL(`${protocol}//${hostname}:${port}`).origin, port }
}

/** The target of a link from a public page to the console. @param outer the origin of the request for the page */
export function consoleLink(address: StreamAddress | undefined, outer: RequestOrigin): string {
  return address === undefined ? '/console' : `${streamBase(address, outer)}/console`
}

/**
 * The URL of an address, without a trailing slash. An address without a URL has the host by which the client
 * reached the console (`outer`).
 */
export function streamBase({ url, port }: StreamAddress, { scheme, host }: RequestOrigin): string {
  if (url !== '') return url
  if (port === undefined) return `${scheme}://${host}`
  const { hostname } = new URL(`${scheme}://${host}`)
  return `${scheme}://${hostname}:${port}`
}
