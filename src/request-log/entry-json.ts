/**
 * Converts entries of the request log of test mode to JSON (docs/testing/request-log.md). Members without a value are
 * left out.
 */
import { isoTime } from '../lib/time/iso-time.ts'
import type { EntryKind, LogEntry, LoggedHeader, LoggedLimits, LoggedMessage, Refused } from './entry.ts'

export interface MessageJson {
  readonly headers: readonly LoggedHeader[]
  readonly body?: string | undefined
  readonly body_bytes: number
  /** True if the log has only the beginning of the body. */
  readonly body_cut?: true
}

export interface EntryJson {
  readonly id: number
  readonly kind: EntryKind
  /** Start of the request, by the server's clock. */
  readonly at: string
  readonly method: string
  readonly path: string
  /** The declared path of the endpoint. */
  readonly endpoint?: string | undefined
  readonly family?: string | undefined
  readonly app?: string | undefined
  readonly user?: string | undefined
  readonly status?: number | undefined
  /** Milliseconds until the response headers, measured with the machine's clock. */
  readonly ms: number
  readonly limits?: LoggedLimits | undefined
  readonly refusal?: Refused | undefined
  /** Names of the injected faults. */
  readonly faults: readonly string[]
  readonly stream?:
    | {
        readonly bytes: number
        readonly messages: number
        readonly keep_alives: number
        readonly ms?: number | undefined
        readonly ended?: string | undefined
      }
    | undefined
  readonly webhook?: { readonly id: string; readonly outcome: string } | undefined
  readonly request: MessageJson & { readonly origin: string; readonly http_version: string }
  readonly response?: MessageJson | undefined
}

export function entryJson(entry: LogEntry): EntryJson {
  const { request, response, limits, refusal, stream, delivery } = entry
  return {
    id: entry.id,
    kind: entry.kind,
    at: isoTime(entry.at),
    method: request.method,
    path: request.target,
    endpoint: entry.endpoint,
    family: entry.family,
    app: entry.appId?.toString(),
    user: entry.userId?.toString(),
    status: response?.status,
    ms: Math.round(entry.ms * 1000) / 1000,
    limits,
    refusal,
    faults: entry.faults,
    stream: stream && {
      bytes: stream.bytes,
      messages: stream.messages,
      keep_alives: stream.keepAlives,
      ms: stream.ms,
      ended: stream.ended,
    },
    webhook: delivery && { id: delivery.webhookId.toString(), outcome: delivery.outcome },
    request: { origin: request.origin, http_version: request.httpVersion, ...messageJson(request) },
    response: response && messageJson(response),
  }
}

function messageJson({ headers, body, bodyBytes, isCut }: LoggedMessage): MessageJson {
  return { headers, body, body_bytes: bodyBytes, ...(isCut ? { body_cut: true } : {}) }
}
