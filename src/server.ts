/** Builds the server out of its parts; the only file that knows all of them. */
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { V11_ENDPOINTS } from './api/1.1/_endpoints.ts'
import { v11Family } from './api/1.1/_family.ts'
import { authenticate } from './auth/authenticate.ts'
import type { Config } from './config.ts'
import { Tail } from './events/tail.ts'
import { buildApp } from './http/app.ts'
import { MemoryWindowStore } from './http/rate-limit/memory-store.ts'
import { type Clock, type Random, systemClock, systemRandom } from './lib/clock.ts'
import { createLogger, type Logger } from './lib/log.ts'
import { openRuntime, type Runtime } from './runtime.ts'

export interface ServerOptions {
  readonly clock?: Clock
  readonly random?: Random
  readonly logger?: Logger
}

export interface Server {
  /** Where the public listener is, such as `http://localhost:8080`. */
  readonly url: string
  readonly runtime: Runtime
  readonly tail: Tail
  /** Stops listening, lets running requests end, and closes the database. */
  close(): Promise<void>
}

/** Starts a server by its settings. @throws what makes a start impossible, with what to do next */
export async function startServer(config: Config, options: ServerOptions = {}): Promise<Server> {
  const { clock = systemClock, random = systemRandom } = options
  const logger = options.logger ?? createLogger(config.log_level)
  const runtime = await openRuntime(config, { manner: 'server', clock, random })
  const { context } = runtime
  const tail = await Tail.open(runtime.store, clock)
  const app = buildApp({
    edge: {
      services: context,
      clock,
      windows: new MemoryWindowStore({ clock }),
      authenticate: (request, kinds) => authenticate(context, request, kinds),
      retired: () => undefined,
      outer: (request) => ({ scheme: 'http', host: request.headers.host ?? '' }),
    },
    families: [v11Family(V11_ENDPOINTS)],
    logger,
  })
  const close = async () => {
    await app.close()
    await tail.close()
    await runtime.close()
  }
  try {
    const url = await listen(app, config.host, config.port)
    return { url, runtime, tail, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function listen(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port })
  const { port: actual } = app.server.address() as AddressInfo
  const name = host === '127.0.0.1' || host === '::1' || host === '0.0.0.0' ? 'localhost' : host
  return `http://${name}:${actual}`
}
