/**
 * Converts the request log to an HTTP Archive, version 1.2. Members whose names begin with an underscore are not in
 * the standard.
 */
import { STATUS_CODES } from 'node:http'
import { isoTime } from '../lib/time/iso-time.ts'
import type { LogEntry, LoggedHeader, LoggedMessage, LoggedRequest } from './entry.ts'
import { entryJson } from './entry-json.ts'

/**
 * An archive in pieces of text, because the text of a large log may exceed the maximum length of a string.
 * @param version version of the server
 */
export function* harPieces(entries: readonly LogEntry[], version: string): Generator<string> {
  const creator = JSON.stringify({ name: 'aviary', version })
  yield `{"log":{"version":"1.2","creator":${creator},"entries":[`
  for (const [index, entry] of entries.entries()) {
    yield `${index === 0 ? '' : ','}\n${JSON.stringify(harEntry(entry))}`
  }
  yield '\n]}}\n'
}

/** An entry in the format of the archive. */
export function harEntry(entry: LogEntry): object {
  const { request, stream } = entry
  const receive = stream?.ms ?? 0
  const { request: _request, response: _response, ...own } = entryJson(entry)
  return {
    startedDateTime: isoTime(entry.at),
    time: entry.ms + receive,
    request: {
      method: request.method,
      url: `${request.origin}${request.target}`,
      httpVersion: `HTTP/${request.httpVersion}`,
      cookies: [],
      headers: request.headers,
      queryString: [...new URL(`http://host${request.target}`).searchParams].map(([name, value]) => ({
        name,
        value,
      })),
      ...postData(request),
      headersSize: -1,
      bodySize: request.bodyBytes,
    },
    response: harResponse(entry),
    cache: {},
    timings: { send: 0, wait: entry.ms, receive },
    _aviary: own,
  }
}

function postData({ body, headers, isCut }: LoggedRequest): object {
  if (body === undefined) return {}
  return { postData: { mimeType: typeOf(headers), text: body, ...cutMark(isCut) } }
}

/** If there was no response, the status is 0, as in archives from browsers. */
function harResponse({ response, request, stream }: LogEntry): object {
  const { status = 0, headers = [], body, bodyBytes = 0, isCut = false } = response ?? {}
  const size = stream?.bytes ?? bodyBytes
  return {
    status,
    statusText: STATUS_CODES[status] ?? '',
    httpVersion: `HTTP/${request.httpVersion}`,
    cookies: [],
    headers,
    content: {
      size,
      mimeType: typeOf(headers),
      ...(body === undefined ? {} : { text: body }),
      ...cutMark(isCut),
    },
    redirectURL: headerOf(headers, 'location') ?? '',
    headersSize: -1,
    bodySize: size,
  }
}

function cutMark(isCut: LoggedMessage['isCut']): object {
  return isCut ? { comment: 'The beginning of the body; the log stores no more of it.' } : {}
}

function typeOf(headers: readonly LoggedHeader[]): string {
  return headerOf(headers, 'content-type') ?? 'application/octet-stream'
}

function headerOf(headers: readonly LoggedHeader[], name: string): string | undefined {
  return headers.find((header) => header.name.toLowerCase() === name)?.value
}
