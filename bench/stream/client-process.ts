/** Connections that read a stream, and say how late what they read was. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { answerCalls } from '../lib/child.ts'

const sockets: Socket[] = []
let bytes = 0
let messages = 0
let late: number[] = []
let sample = ''

/** The moment at which a message's post was posted. */
const CREATED = /"created_at":"([^"]+)"/g

export const methods = {
  /** Opens connections; resolves when each has its head. @param looks whether messages are looked into */
  async open(port: number, count: number, looks: boolean): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      const socket = connect({ host: '127.0.0.1', port })
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n')
      await once(socket, 'data')
      socket.on('data', (chunk: Buffer) => take(chunk, looks)).on('error', () => undefined)
      sockets.push(socket)
    }
  },

  /** What came since the last call. */
  async taken(): Promise<{ bytes: number; messages: number; late: readonly number[]; sample: string }> {
    const answer = { bytes, messages, late, sample }
    bytes = 0
    messages = 0
    late = []
    return answer
  },

  async close(): Promise<void> {
    for (const socket of sockets.splice(0)) socket.destroy()
  },
}

function take(chunk: Buffer, looks: boolean): void {
  bytes += chunk.length
  if (!looks) return
  const now = Date.now()
  const text = chunk.toString('latin1')
  for (const [, at] of text.matchAll(CREATED)) {
    messages += 1
    // The author's own date is older by far.
    const age = now - Date.parse(at ?? '')
    if (age < 60_000) late.push(age)
  }
  if (sample === '') sample = /\{"data":.*\r\n/.exec(text)?.[0] ?? ''
}

answerCalls(methods)
