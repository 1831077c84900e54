/** Receivers of webhooks that read what they are sent and say 200, and one that takes it and never says anything. */
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
  /** The ports of `count` that answer, and of the one that hangs. */
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
