/** Applies the faults of a request. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Answer } from '../../http/endpoint.ts'
import type { Outgoing, SendResponse } from '../../http/stream-response.ts'
import { ExpectedError } from '../../lib/expected-error.ts'
import { lengthOfPieces, writePieces } from '../../lib/json.ts'
import type { Clock } from '../../lib/time/clock.ts'
import type { Fault, RequestActions } from './plan.ts'

export type RequestFault = Extract<Fault, { readonly on: 'requests' }>

/** Milliseconds between two pieces of a slow body. */
const DRIP_MS = 100

/** Thrown in place of a response when a fault closes the connection. */
export class ConnectionCut extends ExpectedError {
  override readonly name = 'ConnectionCut'
}

/** The actions of several faults. If several faults have the same action, only the first of them applies. */
export function combined(faults: readonly RequestFault[]): RequestActions {
  return Object.assign({}, ...faults.map((fault) => fault.do).reverse()) as RequestActions
}

/** Waits in real time; ends early when the client disconnects. @param ms milliseconds */
export function waitFor(machine: Pick<Clock, 'after'>, ms: number, request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    const { socket } = request
    const settle = () => {
      cancel()
      socket.off('close', settle)
      resolve()
    }
    const cancel = machine.after(ms, settle)
    socket.on('close', settle)
  })
}

/** The response with a truncated or corrupt body. */
export function shaped(answer: Answer, kind: RequestActions['body']): Answer {
  if (kind === undefined || answer.stream !== undefined) return answer
  const { pieces, bytes, gzipped: _gzipped, ...rest } = answer
  const text = bytes === undefined ? (answer.body ?? textOf(pieces)) : Buffer.from(bytes).toString('latin1')
  const changed = kind === 'truncated' ? text.slice(0, text.length >> 1) : corrupt(text)
  if (bytes === undefined) return { ...rest, body: changed }
  return { ...rest, body: undefined, bytes: Buffer.from(changed, 'latin1') }
}

function textOf(pieces: Answer['pieces']): string {
  if (pieces === undefined) return ''
  const buffer = Buffer.alloc(lengthOfPieces(pieces))
  writePieces(pieces, buffer)
  return buffer.toString('utf8')
}

/** Replaces the last bracket by another kind of bracket; the JSON is then invalid. */
function corrupt(text: string): string {
  return `${text.slice(0, -1)}${text.endsWith('}') ? ']' : '}'}`
}

/** Replaces and removes headers. @param head header names and values, alternating */
export function changeHeaders(head: string[], headers: RequestActions['headers'] = {}): void {
  for (const [name, value] of Object.entries(headers)) {
    for (let at = head.length - 2; at >= 0; at -= 2) {
      if (head[at]?.toLowerCase() === name.toLowerCase()) head.splice(at, 2)
    }
    if (value !== null) head.push(name, value)
  }
}

/**
 * A function that sends the response slowly or partly, or closes the connection. Undefined if no fault requires this.
 */
export function faultySend(
  machine: Pick<Clock, 'after'>,
  { cut, after_bytes, bytes_per_second }: RequestActions,
  head: readonly string[],
  { status, bytes = '' }: Outgoing,
): SendResponse | undefined {
  if (cut === undefined && bytes_per_second === undefined) return undefined
  if (cut === 'request' || cut === 'answer') {
    return async (response) => {
      response.destroy()
    }
  }
  // The body is copied, because its memory is reused.
  const body = Buffer.from(bytes as string)
  const sent = cut === undefined ? body : body.subarray(0, after_bytes ?? body.length >> 1)
  return async (response, request) => {
    response.writeHead(status, [...head])
    response.flushHeaders()
    await drip(machine, sent, bytes_per_second, response, request)
    if (cut === undefined) response.end()
    else if (!response.destroyed) response.write('', () => response.destroy())
  }
}

async function drip(
  machine: Pick<Clock, 'after'>,
  bytes: Buffer,
  rate: number | undefined,
  response: ServerResponse,
  request: IncomingMessage,
): Promise<void> {
  if (rate === undefined) {
    await new Promise<void>((resolve) => response.write(bytes, () => resolve()))
    return
  }
  const size = Math.max(1, Math.round((rate * DRIP_MS) / 1000))
  const pauseMs = (size / rate) * 1000
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    response.write(bytes.subarray(at, at + size))
    if (at + size < bytes.length) await waitFor(machine, pauseMs, request)
  }
}
