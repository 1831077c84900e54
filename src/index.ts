/**
 * The module that the package exports: a server inside the caller's own process. Everything else of the package is private
 * and may change in any version.
 */
import { readConfig, type SettingName } from './config.ts'
import { startServer } from './server.ts'

/** Settings by name, as docs/settings.md lists them; `ops_port: '0'` is what `--ops-port 0` is to the command. */
export type Settings = { readonly [Name in SettingName]?: string | boolean }

/** A server that accepts requests. */
export interface RunningServer {
  /** Base URL of the API, such as `http://localhost:8080`, without a slash at its end. */
  readonly url: string
  /** Base URL of the admin listener: health, metrics, moderation. */
  readonly adminUrl: string
  /** Stops accepting requests, lets running ones end, closes streams and the database. May be called twice. */
  close(): Promise<void>
}

/**
 * Starts a server. Only `settings` count: variables of the environment are not read.
 * @throws {Error} with one line per wrong setting, or the reason why the data cannot be served and what to do about it
 */
export async function startAviary(settings: Settings = {}): Promise<RunningServer> {
  const server = await startServer(readConfig(settings, {}))
  return { url: server.url, adminUrl: server.opsUrl, close: () => server.close() }
}
