/** Requests to the traffic controls of a server in test mode, and the progress of its traffic. */
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { sleep, systemClock } from '../../lib/time/clock.ts'
import type { Streams } from '../output.ts'
import { report, UsageError } from '../run.ts'
import type { TestServer } from '../test-server.ts'

export interface TrafficState {
  readonly kind: string
  readonly state: 'running' | 'paused' | 'finished' | 'stopped' | 'failed'
  readonly position_ms: number
  readonly late_ms: number
  readonly error?: string
  readonly [name: string]: unknown
}

/** Milliseconds between two queries of the state. */
const LOOK_MS = 500

/** The commands that a line on standard input can contain. */
const COMMANDS = 'pause, resume, step [N], seek SECONDS, stop'

/** Starts traffic. @throws {UsageError} with the reason why the server refuses */
export async function startTraffic(server: TestServer, path: string, options: object): Promise<void> {
  await server.call('POST', path, options)
}

/**
 * Waits until the traffic ends, and shows its progress.
 * @param signal a signal whose abort stops the traffic
 * @param show called with the state after each query
 */
export async function followTraffic(
  server: TestServer,
  signal: AbortSignal,
  show: (state: TrafficState, clockSpeed: number) => void,
): Promise<TrafficState> {
  for (;;) {
    const { traffic, clock_speed } = await server.call(signal.aborted ? 'DELETE' : 'GET', '/test/traffic')
    const state = traffic as TrafficState | null
    if (state === null) throw new UsageError('the server was reset, or another one; the traffic has ended')
    show(state, Number(clock_speed))
    if (state.state !== 'running' && state.state !== 'paused') return state
    await sleep(systemClock, LOOK_MS, signal)
  }
}

/** Runs the commands on the lines of standard input in sequence, until the returned function is called. */
export function obeyLines(server: TestServer, streams: Streams): () => void {
  const { in: input = process.stdin } = streams
  const read = Readable.from(input)
  const lines = createInterface({ input: read })
  let last = Promise.resolve()
  lines.on('line', (line) => {
    last = last
      .then(() => obey(server, line.trim()))
      .catch((error: unknown) => {
        report(error, streams)
      })
  })
  return () => {
    lines.close()
    // An open standard input would keep the process alive.
    read.destroy()
  }
}

async function obey(server: TestServer, line: string): Promise<void> {
  const [word = '', amount = ''] = line.split(/\s+/)
  const change = changeOf(word, amount)
  if (change !== undefined) await server.call('PUT', '/test/traffic', change)
  else if (word === 'stop') await server.call('DELETE', '/test/traffic')
  else if (word !== '') throw new UsageError(`${JSON.stringify(word)} is none of ${COMMANDS}`)
}

function changeOf(word: string, amount: string): object | undefined {
  switch (word) {
    case 'pause':
      return { paused: true }
    case 'resume':
      return { paused: false }
    case 'step':
      return { step: amount === '' ? 1 : Number(amount) }
    case 'seek':
      return { seek: Number(amount) * 1_000 }
    default:
      return undefined
  }
}
