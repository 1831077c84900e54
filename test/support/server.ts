/** A whole server inside the test's process, on free ports, over data of its own. */
import type { Config } from '../../src/config.ts'
import type { Engine } from '../../src/db/query.ts'
import type { Context } from '../../src/domain/context.ts'
import { publicFamilies } from '../../src/edge.ts'
import { createLogger, type Logger } from '../../src/lib/log.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import { type Server, type ServerOptions, startServer } from '../../src/server.ts'
import { watchAnswers } from './answer-watch.ts'
import { freshConfig, type Hooks } from './engines.ts'

export interface TestServerOptions {
  /** SQLite when left out. */
  readonly engine?: Engine
  /** The system's clock when left out; a `TestClock` makes time stand still between its moves. */
  readonly clock?: Clock
  /** Settings by name, such as `{ limits: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** A place of data that is there already, in place of `engine` and `settings`: a restart, or a second process. */
  readonly config?: Config
  /** Silent when left out. */
  readonly logger?: Logger
  /** Passed on as they are, for tests of the edge itself; answers of the public ones are held against their schemas. */
  readonly families?: ServerOptions['families']
  readonly bounds?: ServerOptions['bounds']
}

export interface TestServer {
  /** Where the public listener is, without a slash at the end. */
  readonly url: string
  /** For seeding: what the server's own verbs are given. */
  readonly context: Context
  readonly server: Server
  readonly config: Config
  /** Stops the server before the test ends; stopping it twice is no error. */
  close(): Promise<void>
}

/** Starts a server that is silent and is closed with the test. */
export async function startTestServer(t: Hooks, options: TestServerOptions = {}): Promise<TestServer> {
  const { engine = 'sqlite', clock, settings } = options
  const config = options.config ?? (await freshConfig(t, engine, settings))
  const server = await startServer(config, {
    logger: options.logger ?? createLogger('silent'),
    ...(clock === undefined ? {} : { clock }),
    families: options.families ?? watchAnswers(t, publicFamilies()),
    bounds: options.bounds,
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= server.close()
    return closing
  }
  t.after(close)
  return { url: server.url, context: server.runtime.context, server, config, close }
}
