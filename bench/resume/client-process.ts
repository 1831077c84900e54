/**
 * Opens connections that resume, and counts the bytes of all connections. The first connection also
 * decompresses and checks every event.
 */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { createGunzip } from 'node:zlib'
import { answerCalls } from '../lib/child.ts'
import { countOf, numberOf } from './events.ts'

const responses: IncomingMessage[] = []
let bytes = 0
let first: First | undefined

/** State of the first consumer, on partition 1. */
interface First {
  readonly after: bigint
  last: bigint
  events: number
}

export interface Read {
  readonly bytes: number
  /** Events received by the first consumer. */
  readonly events: number
}

export const methods = {
  /** Opens a connection that resumes after a position. */
  async resume(port: number, after: bigint): Promise<void> {
    const path = `/?after=${after}`
    const [response]: IncomingMessage[] = await once(
      request({ host: '127.0.0.1', port, path, agent: false }).end(),
      'response',
    )
    if (response === undefined) throw new Error('no answer')
    responses.push(response)
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    if (first === undefined) {
      first = { after, last: after, events: 0 }
      look(response, first)
    }
  },

  /** Counts so far. @throws when the first consumer missed an event */
  read(): Read {
    const seen = first ?? { after: 0n, last: 0n, events: 0 }
    const due = countOf(1, seen.after, seen.last)
    if (seen.events !== due) throw new Error(`${seen.events} of ${due} events came`)
    return { bytes, events: seen.events }
  },

  close(): void {
    for (const response of responses.splice(0)) response.destroy()
  },
}

function look(response: IncomingMessage, seen: First): void {
  let rest = ''
  const gunzip = response.pipe(createGunzip())
  // This error is ignored, because the stream is cut off at the end of the bench.
  gunzip.on('error', () => undefined)
  gunzip.on('data', (chunk: Buffer) => {
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const digits = /^\{"delete":\{"status":\{"id":(\d+),/.exec(line)?.[1]
      if (digits === undefined) continue
      const number = numberOf(BigInt(digits))
      if (number <= seen.last) throw new Error(`event ${number} came after ${seen.last}`)
      seen.last = number
      seen.events += 1
    }
  })
}

answerCalls(methods)
