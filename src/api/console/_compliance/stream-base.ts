import type { RequestOrigin } from '../../../http/request-origin.ts'

/** Settings of the address of streams. */
export interface StreamAddress {
  /** The setting; empty when it is not set. */
  readonly url: string
  /** Undefined when streams are on the public listener. */
  readonly port: number | undefined
}

/** The address by the settings: `stream_url`, or else `base_url` with the port of the stream. */
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

/** The address of public pages: `base_url`, else the port of the public listener if the console has another one. */
export function pageAddressOf(config: {
  readonly base_url: string
  readonly port: number
  readonly console_port: number | undefined
}): StreamAddress {
  const { base_url: url, port, console_port: consolePort } = config
  return { url, port: consolePort === undefined ? undefined : port }
}

/** URL of such an address, without a trailing slash, for a client that reached the console at `outer`. */
export function streamBase({ url, port }: StreamAddress, { scheme, host }: RequestOrigin): string {
  if (url !== '') return url
  if (port === undefined) return `${scheme}://${host}`
  const { hostname } = new URL(`${scheme}://${host}`)
  return `${scheme}://${hostname}:${port}`
}
