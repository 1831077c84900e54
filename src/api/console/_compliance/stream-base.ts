import type { RequestOrigin } from '../../../http/request-origin.ts'

/** Settings of the address of streams. */
export interface StreamAddress {
  /** Empty when it is not set. */
  readonly url: string
  /** Undefined when streams are on the public listener. */
  readonly port: number | undefined
}

/** URL of the compliance stream, without a trailing slash, for a client that reached the console at `outer`. */
export function streamBase({ url, port }: StreamAddress, { scheme, host }: RequestOrigin): string {
  if (url !== '') return url
  if (port === undefined) return `${scheme}://${host}`
  const { hostname } = new URL(`${scheme}://${host}`)
  return `${scheme}://${hostname}:${port}`
}
