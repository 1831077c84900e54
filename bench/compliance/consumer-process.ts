/**
 * Runs consumers of a complete Aviary: some count bytes, one records the arrival of each event, and some do
 * not read.
 */
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { createGunzip } from 'node:zlib'
import { answerCalls } from '../lib/child.ts'
import type { Way } from './aviary-process.ts'
import { numberOf } from './events.ts'

const sockets = new Set<Socket>()
/** Arrival time of each event, by number. */
const arrivals: number[] = []
let bytes = 0

export interface Received {
  readonly bytes: number
  /** Milliseconds of a clock shared by all processes, by event number from 1. */
  readonly arrivals: Float64Array
}

export const methods = {
  /** Opens connections. The last of them records the arrival of each event. */
  async open(url: string, ways: readonly Way[]): Promise<void> {
    for (const [index, way] of ways.entries()) {
      const response = await opened(url, way)
      sockets.add(response.socket)
      if (index === ways.length - 1) look(response)
      else {
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
      }
    }
  },

  /** Opens connections that send a request and never read. */
  async stall(url: string, ways: readonly Way[]): Promise<void> {
    for (const way of ways) stalled(url, way)
  },

  heard(): Received {
    return { bytes, arrivals: Float64Array.from(arrivals.slice(1), (at) => at) }
  },

  close(): void {
    for (const socket of sockets) socket.destroy()
  },
}

async function opened(url: string, { path, authorization }: Way): Promise<IncomingMessage> {
  const headers = { authorization, 'accept-encoding': 'gzip' }
  const [response]: IncomingMessage[] = await once(
    request(`${url}${path}`, { agent: false, headers }).end(),
    'response',
  )
  if (response?.statusCode !== 200) throw new Error(`answered with ${response?.statusCode}`)
  return response
}

function look(response: IncomingMessage): void {
  let rest = ''
  response.pipe(createGunzip()).on('data', (chunk: Buffer) => {
    const now = Number(process.hrtime.bigint()) / 1e6
    const lines = (rest + chunk.toString('latin1')).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const digits = /^\{"delete":\{"status":\{"id":(\d+),/.exec(line)?.[1]
      if (digits !== undefined) arrivals[Number(numberOf(BigInt(digits)))] = now
    }
  })
}

function stalled(url: string, way: Way): void {
  const { hostname, port, host } = new URL(url)
  const socket = connect({ host: hostname === 'localhost' ? '127.0.0.1' : hostname, port: Number(port) })
  sockets.add(socket)
  socket.pause()
  socket.on('error', () => undefined)
  const head = [`GET ${way.path} HTTP/1.1`, `host: ${host}`, `authorization: ${way.authorization}`]
  socket.write(`${[...head, 'accept-encoding: gzip'].join('\r\n')}\r\n\r\n`)
}

answerCalls(methods)
