/**
 * The module that the package exports: a server inside the caller's process. Everything else in the package is private
 * and may change in every version.
 */
import { readConfig, type SettingName } from './config.ts'
import { startServer } from './server.ts'

/** Settings by their names in docs/settings.md. For example, `ops_port: '0'` is `--ops-port 0`. */
export type Settings = { readonly [Name in SettingName]?: string | boolean }

/** A server that accepts requests. */
export interface RunningServer {
  /** Base URL of the API, such as `http://localhost:8080`, without a trailing slash. */
  readonly url: string
  /** Base URL of the admin listener, which serves health, metrics and moderation. */
  readonly adminUrl: string
  /**
   * Stops accepting requests, waits for running requests, and closes streams and the database. It is safe to call this
   * method twice.
   */
  close(): Promise<void>
}

/**
 * Starts a server with `settings` only; the function does not read environment variables.
 * @throws {Error} with one line for each wrong setting, or with the reason why the data cannot be served, and advice
 */
export async function startAviary(settings: Settings = {}): Promise<RunningServer> {
  const server = await startServer(readConfig(settings, {}))
  return { url: server.url, adminUrl: server.opsUrl, close: () => server.close() }
}
