/** Schemas of the requests of an app, and entries of HTTP archives. */
import { type Static, Type } from 'typebox'
import { isoTime } from '../../../lib/time/iso-time.ts'
import { type AppRequest, appRequestJson } from '../../../request-log/app-entry.ts'
import type { LogEntry, LoggedMessage } from '../../../request-log/entry.ts'

export const LIMITS = Type.Object(
  {
    limit: Type.Integer(),
    remaining: Type.Integer(),
    reset: Type.Integer({ description: 'Unix seconds.' }),
  },
  { title: 'ConsoleLimits' },
)

export const REQUEST = Type.Object(
  {
    id: Type.String(),
    at: Type.String({ format: 'date-time' }),
    method: Type.String(),
    path: Type.String({ description: 'Path and query, with masked secrets.' }),
    endpoint: Type.String(),
    family: Type.String(),
    status: Type.Integer(),
    ms: Type.Number({ description: 'Milliseconds until the head of the response.' }),
    user_id: Type.Optional(Type.String()),
    credentials: Type.Optional(
      Type.Union([
        Type.Literal('oauth1'),
        Type.Literal('oauth2'),
        Type.Literal('bearer'),
        Type.Literal('basic'),
        Type.Literal('consumer'),
      ]),
    ),
    limits: Type.Optional(LIMITS),
    transaction: Type.String({ description: 'The header `x-transaction` of the response.' }),
    error: Type.Optional(Type.String({ description: 'The beginning of the body of an error.' })),
    reason: Type.Optional(Type.String({ description: 'The reason of the server, for refused credentials.' })),
    is_recorded: Type.Boolean({ description: 'True if headers and bodies were recorded.' }),
  },
  { title: 'ConsoleRequest' },
)

const MESSAGE = Type.Object(
  {
    headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() })),
    body: Type.Optional(Type.String()),
    body_bytes: Type.Integer(),
    is_cut: Type.Boolean(),
  },
  { title: 'ConsoleMessage' },
)

export const REQUEST_DETAILS = Type.Object(
  {
    request: REQUEST,
    origin: Type.Optional(Type.String({ description: 'Scheme and host, if headers were recorded.' })),
    sent: Type.Optional(MESSAGE),
    received: Type.Optional(MESSAGE),
  },
  { title: 'ConsoleRequestDetails' },
)

export const REQUESTS = Type.Object(
  {
    requests: Type.Array(REQUEST, { description: 'The newest first.' }),
    recorded_until: Type.Optional(Type.String({ format: 'date-time' })),
  },
  { title: 'ConsoleRequests' },
)

export function requestDetails(entry: AppRequest): Static<typeof REQUEST_DETAILS> {
  const request = appRequestJson(entry)
  const { messages } = entry
  if (messages === undefined) return { request }
  return {
    request,
    origin: messages.request.origin,
    sent: messageJson(messages.request),
    received: messageJson(messages.response),
  }
}

function messageJson({ headers, body, bodyBytes, isCut }: LoggedMessage): Static<typeof MESSAGE> {
  return {
    headers: headers.map((header) => ({ ...header })),
    ...(body === undefined ? {} : { body }),
    body_bytes: bodyBytes,
    is_cut: isCut,
  }
}

export function requestsJson(
  entries: readonly AppRequest[],
  until: number | undefined,
): Static<typeof REQUESTS> {
  return {
    requests: entries.toReversed().map(appRequestJson),
    ...(until === undefined ? {} : { recorded_until: isoTime(until) }),
  }
}

const NO_MESSAGE: LoggedMessage = { headers: [], body: undefined, bodyBytes: 0, isCut: false }

/**
 * Converts a logged request into an entry of an HTTP archive.
 * @param origin the origin for requests whose headers were not recorded
 */
export function archiveEntry(entry: AppRequest, appId: bigint, origin: string): LogEntry {
  const {
    id,
    at,
    family,
    endpoint,
    milliseconds: ms,
    limits,
    messages,
    method,
    target,
    status,
    userId,
  } = entry
  const facts = { kind: 'request' as const, id, at, family, endpoint, appId, userId, ms, limits }
  return {
    ...facts,
    request: messages?.request ?? { method, origin, target, httpVersion: '1.1', ...NO_MESSAGE },
    response: messages?.response ?? { status, ...NO_MESSAGE },
    refusal: undefined,
    faults: [],
    stream: undefined,
    delivery: undefined,
  }
}
