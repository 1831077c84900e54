/** An entry of the request log, and its JSON. Secrets are masked before an entry is made. */
export interface LoggedHeader {
  readonly name: string
  readonly value: string
}

export interface LoggedMessage {
  readonly headers: readonly LoggedHeader[]
  /** The beginning of the body, decoded; undefined for no body. */
  readonly body: string | undefined
  /** Bytes of the whole body before compression, as far as it was read. */
  readonly bodyBytes: number
  readonly isCut: boolean
}

export interface LoggedRequest extends LoggedMessage {
  readonly method: string
  /** Scheme and host as the server sees them. */
  readonly origin: string
  /** Path and query. */
  readonly target: string
  readonly httpVersion: string
}

export interface LoggedResponse extends LoggedMessage {
  readonly status: number
}

/** The rate window of the endpoint after the call; `reset` in Unix seconds. */
export interface LoggedLimits {
  readonly limit: number
  readonly remaining: number
  readonly reset: number
}

/** The error inside the server. */
export interface Refused {
  /** Class of the error, such as `V11Error`. */
  readonly error: string
  /** Machine-readable reason, such as `bad-signature`. */
  readonly reason?: string | undefined
  /** Code of the entry in the error table. */
  readonly code?: number | undefined
  readonly message: string
}

/** A streamed response; changes while it runs. */
export interface StreamRecord {
  bytes: number
  /** Messages, without keep-alives; 0 for the streamed bytes of a file. */
  messages: number
  keepAlives: number
  /** Milliseconds from the head to the end; undefined while the stream is open. */
  ms: number | undefined
  /** The reason of the end, such as `client` or `restart`; undefined while the stream is open. */
  ended: string | undefined
}

export interface LoggedDelivery {
  readonly webhookId: bigint
  /** Result of the attempt, such as `accepted`, `refused` or `timed-out`. */
  readonly outcome: string
}

/** `stream` for an endless response; `webhook` for a delivery, whose request the server sends. */
export type EntryKind = 'request' | 'stream' | 'webhook'

export interface LogEntry {
  /** 1, 2, 3 …, in the order of the beginnings. */
  readonly id: number
  readonly kind: EntryKind
  /** The time of the beginning on the server's clock, in milliseconds since the Unix epoch. */
  readonly at: number
  readonly family: string | undefined
  /** The declared path; undefined without an endpoint. */
  readonly endpoint: string | undefined
  readonly appId: bigint | undefined
  readonly userId: bigint | undefined
  readonly request: LoggedRequest
  /** Undefined if there was none. */
  readonly response: LoggedResponse | undefined
  /** Milliseconds of the machine from the beginning to the head of the response. */
  readonly ms: number
  readonly limits: LoggedLimits | undefined
  readonly refusal: Refused | undefined
  /** Names of the injected faults. */
  readonly faults: readonly string[]
  readonly stream: StreamRecord | undefined
  readonly delivery: LoggedDelivery | undefined
}

/** Bytes of an entry in addition to its texts. */
const ENTRY_BYTES = 1_000

/** Estimated bytes of memory. */
export function bytesOf({ request, response }: LogEntry): number {
  let length = request.target.length + lengthOf(request)
  if (response !== undefined) length += lengthOf(response)
  return ENTRY_BYTES + 2 * length
}

function lengthOf({ headers, body = '' }: LoggedMessage): number {
  return headers.reduce((sum, { name, value }) => sum + name.length + value.length, body.length)
}
