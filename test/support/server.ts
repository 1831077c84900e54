/** Starts a complete server inside the process of the test, on free ports and with its own data. */

import { publicFamilies } from '../../src/api/_families.ts'
import type { Config } from '../../src/config.ts'
import type { Engine } from '../../src/db/query.ts'
import type { Context } from '../../src/domain/context.ts'
import { createLogger, type Logger } from '../../src/lib/log.ts'
import type { Clock } from '../../src/lib/time/clock.ts'
import type { PasswordCost } from '../../src/lib/vault.ts'
import { type Server, type ServerOptions, startServer } from '../../src/server.ts'
import { migrateByCopy } from './databases/migrated-file.ts'
import { CHEAP_PASSWORDS, freshConfig, type Hooks, shareInSuite } from './engines.ts'
import { watchAnswers } from './http/answer-watch.ts'

/** Settings with which every declared endpoint is served. On the default day some endpoints are retired. */
export const EVERY_PATH = { limits: 'off', api_date: 'latest', public_pages: 'listed' } as const

export interface TestServerOptions {
  /** The engine. The default is SQLite. */
  readonly engine?: Engine
  /** The clock. The default is the system clock. A `TestClock` stands still until a test moves it. */
  readonly clock?: Clock
  /** Settings by name, such as `{ limits: 'off' }`. */
  readonly settings?: Readonly<Record<string, string>>
  /** Existing data, for a restart or a second process. It replaces `engine` and `settings`. */
  readonly config?: Config
  /** The logger. The default discards all lines. */
  readonly logger?: Logger
  /**
   * Families for tests of the request pipeline. Responses of the default families are validated with their
   * schemas.
   */
  readonly families?: ServerOptions['families']
  readonly bounds?: ServerOptions['bounds']
  /** The sources of the settings. By default, the settings count as set by a program. */
  readonly sources?: ServerOptions['sources']
  /** Cost of password hashes. The default is the minimum. */
  readonly passwordCost?: PasswordCost
}

export interface TestServer {
  /** URL of the public listener, without a trailing slash. */
  readonly url: string
  /** Context of the server's commands, for test data. */
  readonly context: Context
  readonly server: Server
  readonly config: Config
  /** Stops the server before the test ends. It may be called twice. */
  close(): Promise<void>
}

/** Starts a server, which by default writes no log. The server is closed at the end of the test. */
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

/** Returns the server that the tests of a suite share. */
export type SharedServer = () => Promise<TestServer>

/**
 * Declares a server for the tests of a suite or of a file. The server starts for the first test that asks for it, and is
 * closed after the last test. Each test makes its own users and apps. A test that moves the clock, stops the server or
 * depends on the rows of a whole table needs its own server.
 */
export function sharedServer(options: TestServerOptions = {}): SharedServer {
  return shareInSuite(async (hooks) => ({
    ...(await startTestServer(hooks, options)),
    close: () => Promise.reject(new Error('other tests use this server')),
  }))
}

/** Returns the shared server, or starts a server with the options for one test. */
export function serverFor(t: Hooks, source: TestServerOptions | SharedServer = {}): Promise<TestServer> {
  return typeof source === 'function' ? source() : startTestServer(t, source)
}
