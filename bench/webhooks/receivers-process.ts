/** Runs webhook receivers that read requests and respond 200, and one receiver that never responds. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { answerCalls } from '../lib/child.ts'

const answering: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end())
}

const hanging: RequestListener = (request) => {
  request.resume()
}

export const methods = {
  /** Ports of `count` responsive receivers, and of the hanging one. */
  async start(count: number): Promise<{ readonly ports: readonly number[]; readonly hanging: number }> {
    const ports = await Promise.all(Array.from({ length: count }, () => listen(answering)))
    return { ports, hanging: await listen(hanging) }
  },
}

async function listen(listener: RequestListener): Promise<number> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener)
  server.listen(0, '127.0.0.1', 1_024)
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

answerCalls(methods)
