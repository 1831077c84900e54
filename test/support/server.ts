/** A complete server inside the test's process, on free ports, over its own data. */

import { publicFamilies } from '../../src/api/_families.ts'
import type { Config } from '../../src/config.ts'
import type { Engine } from '../../src/db/query.ts'
import type { Context } from '../../src/domain/context.ts'
import { createLogger, type Logger } from '../../src/lib/log.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import type { PasswordCost } from '../../src/lib/vault.ts'
import { type Server, type ServerOptions, startServer } from '../../src/server.ts'
import { watchAnswers } from './answer-watch.ts'
import { CHEAP_PASSWORDS, freshConfig, type Hooks } from './engines.ts'
import { migrateByCopy } from './migrated-file.ts'

/** Settings under which every declared endpoint is served: on the default day some are retired. */
export const EVERY_PATH = { limits: 'off', api_date: 'latest', public_pages: 'listed' } as const

export interface TestServerOptions {
  /** Default: SQLite. */
  readonly engine?: Engine
  /** Default: the system clock; time stands still in a `TestClock` unless moved. */
  readonly clock?: Clock
  /** Settings by name, such as `{ limits: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Existing data instead of `engine` and `settings`: a restart, or a second process. */
  readonly config?: Config
  /** Default: silent. */
  readonly logger?: Logger
  /** Passed on, for tests of the edge; responses of the default families are validated against their schemas. */
  readonly families?: ServerOptions['families']
  readonly bounds?: ServerOptions['bounds']
  /** Default: the settings come from a program. */
  readonly sources?: ServerOptions['sources']
  /** Default: hashes of passwords cost next to nothing. */
  readonly passwordCost?: PasswordCost
}

export interface TestServer {
  /** URL of the public listener, without a trailing slash. */
  readonly url: string
  /** Context of the server's commands, for test data. */
  readonly context: Context
  readonly server: Server
  readonly config: Config
  /** Stops the server before the test ends; may be called twice. */
  close(): Promise<void>
}

/** Starts a silent server, closed with the test. */
export async function startTestServer(t: Hooks, options: TestServerOptions = {}): Promise<TestServer> {
  const { engine = 'sqlite', clock, settings } = options
  const config = options.config ?? (await freshConfig(t, engine, settings))
  const server = await startServer(config, {
    logger: options.logger ?? createLogger('silent'),
    ...(clock === undefined ? {} : { clock }),
    families: options.families ?? watchAnswers(t, publicFamilies()),
    bounds: options.bounds,
    ...(options.sources === undefined ? {} : { sources: options.sources }),
    migrate: migrateByCopy,
    passwordCost: options.passwordCost ?? CHEAP_PASSWORDS,
  })
  let closing: Promise<void> | undefined
  const close = () => {
    closing ??= server.close()
    return closing
  }
  t.after(close)
  return { url: server.url, context: server.runtime.context, server, config, close }
}
