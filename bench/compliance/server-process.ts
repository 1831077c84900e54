/** Runs a server that streams to many connections in one of the compared ways, in a separate process. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { must } from '../../src/lib/assert.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { answerCalls } from '../lib/child.ts'
import type { Sample } from '../lib/statistics.ts'
import { type Kind, STREAMINGS, type Streaming } from './contenders.ts'
import { deletions } from './events.ts'

let server: Server | undefined
let streaming: Streaming | undefined
let position = 0n

export const methods = {
  /** @returns the port */
  async open(kind: Kind): Promise<number> {
    const made = STREAMINGS[kind]()
    streaming = made
    const opened = createServer((request, response) => made.begin(request, response))
    server = opened
    await new Promise<void>((resolve) => opened.listen(0, '127.0.0.1', 4_096, resolve))
    return (opened.address() as AddressInfo).port
  },

  /**
   * Sends batches of events for a given time. Each batch waits until the previous batch was written to every
   * connection.
   */
  async publish(together: number, milliseconds: number): Promise<Sample> {
    const target = must(streaming, 'connections')
    const begun = { cpu: process.cpuUsage(), at: systemClock.monotonic() }
    let events = 0
    while (systemClock.monotonic() - begun.at < milliseconds) {
      await target.publish(deletions(position, together))
      position += BigInt(together)
      events += together
      // Pending socket events run before the next batch.
      await new Promise(setImmediate)
    }
    const { user, system } = process.cpuUsage(begun.cpu)
    const took = systemClock.monotonic() - begun.at
    return { operations: events, milliseconds: took, cpuMilliseconds: (user + system) / 1000 }
  },

  async end(): Promise<void> {
    await streaming?.end()
    const closed = must(server, 'the server')
    await new Promise((resolve) => closed.close(resolve))
  },
}

answerCalls(methods)
