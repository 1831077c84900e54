/** Counts the statements that are sent to PostgreSQL, with a proxy that parses the protocol. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import type { Hooks } from '../engines.ts'

/** Number of bytes of the type and length of a message. The length includes itself, but not the type. */
const HEAD_BYTES = 5

export interface StatementCounter {
  /** URL of the database through the proxy. */
  readonly url: string
  /** The executed statements of all sessions, in order. */
  readonly texts: readonly string[]
}

/** Starts a proxy in front of a database. It runs until the end of the test. */
export async function countStatements(t: Hooks, database: string): Promise<StatementCounter> {
  const target = new URL(database)
  const sockets = new Set<Socket>()
  const texts: string[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.setNoDelay()
      from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    client.on('data', messageReader(statementReader(texts)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.after(() => {
    for (const socket of sockets) socket.destroy()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  })
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, texts }
}

/** Records the statements of one session: simple statements, and prepared statements at each execution. */
function statementReader(texts: string[]): (type: string, fields: readonly string[]) => void {
  const prepared = new Map<string, string>()
  let bound = ''
  return (type, [first = '', second = '']) => {
    if (type === 'P') prepared.set(first, second)
    else if (type === 'B') bound = prepared.get(second) ?? ''
    else if (type === 'E') texts.push(bound)
    else if (type === 'Q') texts.push(first)
  }
}

/**
 * Parses the messages of a client. The first message of a connection has no type. The function reads the
 * first two fields of a message as texts.
 */
function messageReader(
  onMessage: (type: string, fields: readonly string[]) => void,
): (chunk: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isStarted = false
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    while (rest.length >= HEAD_BYTES) {
      const typeBytes = isStarted ? 1 : 0
      const end = typeBytes + rest.readUInt32BE(typeBytes)
      if (rest.length < end) return
      if (isStarted) {
        const fields = rest.toString('utf8', HEAD_BYTES, end).split('\0', 2)
        onMessage(String.fromCharCode(rest[0] ?? 0), fields)
      }
      isStarted = true
      rest = rest.subarray(end)
    }
  }
}
