/**
 * Runs servers for idle connections, and measures their memory. A server is a complete Aviary, or node:http
 * with a bare chunked response.
 */

import { readFileSync } from 'node:fs'
import { createServer, type Server as HttpServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../src/config.ts'
import { createUser } from '../../src/domain/accounts/create-user.ts'
import { createApp } from '../../src/domain/apps/create-app.ts'
import type { Context } from '../../src/domain/context.ts'
import { addRules } from '../../src/domain/rules/add-rules.ts'
import { must } from '../../src/lib/assert.ts'
import { sleep, systemClock } from '../../src/lib/time/clock.ts'
import { type Server, startServer } from '../../src/server.ts'
import { answerCalls } from '../lib/child.ts'

/** Bytes in use after garbage collection. */
export interface MemoryUse {
  readonly heap: number
  /** Bytes of buffers outside the heap. */
  readonly external: number
  readonly resident: number
}

/** Maximum number of garbage collections before memory is read. */
const COLLECTIONS = 20

/** Apps created concurrently. */
const TOGETHER = 500

let aviary: Server | undefined
let bare: HttpServer | undefined

export const methods = {
  /** Starts Aviary. @returns its port */
  async startAviary(config: Config): Promise<number> {
    aviary = await startServer(config)
    return Number(new URL(aviary.url).port)
  },

  /** Creates apps with a rule each. @returns their bearer tokens */
  async makeApps(count: number): Promise<readonly string[]> {
    return makeApps(must(aviary, 'the server').runtime.context, count)
  },

  /** Starts a server that sends `head` to every request and then nothing. @returns its port */
  async startBare(head: readonly string[], { tls_cert: cert, tls_key: key }: Config): Promise<number> {
    const answer: RequestListener = (_request, response) => {
      response.writeHead(200, [...head])
      response.flushHeaders()
    }
    const server =
      cert === ''
        ? createServer(answer)
        : createTlsServer({ cert: readFileSync(cert), key: readFileSync(key) }, answer)
    bare = server
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve))
    return (server.address() as AddressInfo).port
  },

  /** Waits for this number of open connections. @returns the memory in use */
  async held(connections: number): Promise<MemoryUse> {
    while (openConnections() !== connections) await sleep(systemClock, 10)
    // Closed objects are released a few turns of the event loop later, and TLS objects after several
    // collections.
    for (let before = Number.POSITIVE_INFINITY, turn = 0; turn < COLLECTIONS; turn += 1) {
      await sleep(systemClock, 50)
      globalThis.gc?.()
      const { heapUsed } = process.memoryUsage()
      if (turn > 3 && heapUsed > before * 0.999) break
      before = heapUsed
    }
    const { heapUsed, external, rss } = process.memoryUsage()
    return { heap: heapUsed, external, resident: rss }
  },

  async stop(): Promise<void> {
    bare?.closeAllConnections()
    bare?.close()
    await aviary?.close()
  },
}

function openConnections(): number {
  return process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length
}

async function makeApps(context: Context, count: number): Promise<readonly string[]> {
  const { id: ownerId } = await createUser(context, { screenName: 'bench' })
  const tokens: string[] = []
  while (tokens.length < count) {
    const length = Math.min(TOGETHER, count - tokens.length)
    const some = Array.from({ length }, async (_, index) => {
      const name = `bench${tokens.length + index}`
      const { appId, bearerToken } = await createApp(context, { name, ownerId, permissions: 'read' })
      const rules = [{ value: name, tag: undefined }]
      await addRules(context, { appId, product: 'labs-1', rules, maxRules: 10, isDryRun: false })
      return bearerToken
    })
    tokens.push(...(await Promise.all(some)))
  }
  return tokens
}

answerCalls(methods)
