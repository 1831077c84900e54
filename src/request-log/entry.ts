/** Defines an entry of the request log of test mode. Secrets are masked before an entry is made. */
export interface LoggedHeader {
  readonly name: string
  readonly value: string
}

export interface LoggedMessage {
  readonly headers: readonly LoggedHeader[]
  /** The beginning of the decoded body; undefined without a body. */
  readonly body: string | undefined
  /**
   * Number of bytes of the body before compression that the server read or sent, including bytes that are not stored.
   */
  readonly bodyBytes: number
  readonly isCut: boolean
}

export interface LoggedRequest extends LoggedMessage {
  readonly method: string
  /** Scheme and host of the requested URL, as the server determined them. */
  readonly origin: string
  /** Path and query. */
  readonly target: string
  readonly httpVersion: string
}

export interface LoggedResponse extends LoggedMessage {
  readonly status: number
}

/** The rate window of the endpoint after the request; `reset` is in Unix seconds. */
export interface LoggedLimits {
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** The error that made the server refuse the request. */
export interface Refused {
  /** Class of the error, such as `V11Error`. */
  readonly error: string
  /** Machine-readable reason, such as `bad-signature`. */
  readonly reason?: string | undefined
  /** Code of the error in the error table of API v1.1. */
  readonly code?: number | undefined
  readonly message: string
}

/** A streamed response. The record changes while the stream is open. */
export interface StreamRecord {
  bytes: number
  /** Number of messages, not counting keep-alives; 0 for a file. */
  messages: number
  keepAlives: number
  /** Milliseconds from the response headers to the end; undefined while the stream is open. */
  ms: number | undefined
  /** The reason why the stream ended, such as `client` or `restart`; undefined while the stream is open. */
  ended: string | undefined
}

export interface LoggedDelivery {
  readonly webhookId: bigint
  /** Result of the delivery attempt, such as `accepted`, `refused` or `timed-out`. */
  readonly outcome: string
}

/**
 * `request`: a request with a finite response. `stream`: a request with an endless response. `webhook`: a delivery that
 * the server sends.
 */
export type EntryKind = 'request' | 'stream' | 'webhook'

export interface LogEntry {
  /** The number of the entry, in the order in which requests begin: 1, 2, 3 … */
  readonly id: number
  readonly kind: EntryKind
  /** Start of the request by the server's clock, in milliseconds since the Unix epoch. */
  readonly at: number
  readonly family: string | undefined
  /** The declared path of the endpoint; undefined if no endpoint matched. */
  readonly endpoint: string | undefined
  readonly appId: bigint | undefined
  readonly userId: bigint | undefined
  readonly request: LoggedRequest
  /** The response; undefined if there was none. */
  readonly response: LoggedResponse | undefined
  /** Milliseconds from the start to the response headers, measured with the machine's clock. */
  readonly ms: number
  readonly limits: LoggedLimits | undefined
  readonly refusal: Refused | undefined
  /** Names of the injected faults. */
  readonly faults: readonly string[]
  readonly stream: StreamRecord | undefined
  readonly delivery: LoggedDelivery | undefined
}

/** Estimated bytes of an entry without its texts. */
const ENTRY_BYTES = 1_000

/** Size of an entry, in estimated bytes. */
export function bytesOf({ request, response }: LogEntry): number {
  let length = request.target.length + lengthOf(request)
  if (response !== undefined) length += lengthOf(response)
  return ENTRY_BYTES + 2 * length
}

function lengthOf({ headers, body = '' }: LoggedMessage): number {
  return headers.reduce((sum, { name, value }) => sum + name.length + value.length, body.length)
}
