/** Opens connections that read a stream, and reports counts and latency. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerCalls } from '../lib/child.ts'
import { fineNow } from './fine-clock.ts'

/** The measurement of a client: nothing, the number of messages, or the latency of posts. */
export type Look = 'nothing' | 'messages' | 'lateness'

/** One of this many connections is inspected for latency, because this process must not be the bottleneck. */
const LOOKED_INTO = 10

const sockets: Socket[] = []
let messages = 0
let late: number[] = []
let sample = ''

/** Beginning of a message, and the planned time of its post in microseconds. */
const MESSAGE = /\{"data":/g
const PLANNED = /planned (\d+)"/g

export const methods = {
  /** Opens connections; resolves when each has its response head. */
  async open(port: number, count: number, look: Look): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const socket = connect({ host: '127.0.0.1', port })
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
      await once(socket, 'data')
      const isLookedInto = look === 'messages' || (look === 'lateness' && index % LOOKED_INTO === 0)
      socket.on('data', (chunk: Buffer) => isLookedInto && take(chunk, look)).on('error', () => undefined)
      sockets.push(socket)
    }
  },

  /** The number of messages and the latencies in milliseconds since the last call, and a complete message. */
  async taken(): Promise<{ messages: number; late: readonly number[]; sample: string }> {
    const answer = { messages, late, sample }
    messages = 0
    late = []
    return answer
  },

  async close(): Promise<void> {
    for (const socket of sockets.splice(0)) socket.destroy()
  },
}

function take(chunk: Buffer, look: Look): void {
  const now = fineNow()
  const text = chunk.toString('latin1')
  if (look === 'lateness') {
    for (const [, planned] of text.matchAll(PLANNED)) late.push(now - Number(planned) / 1000)
    return
  }
  messages += text.match(MESSAGE)?.length ?? 0
  if (sample === '') sample = /\{"data":.*\r\n/.exec(text)?.[0] ?? ''
}

answerCalls(methods)
