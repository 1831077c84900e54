/** Reads the request log of a server in test mode. */
import { UsageError } from '../run.ts'
import type { LoggedCall } from './compare.ts'

export interface LogSource {
  /** URL of the admin listener. */
  readonly admin: string
  /** Token of the test controls. */
  readonly token: string
}

interface Entry {
  readonly kind: string
  readonly method: string
  readonly path: string
  readonly endpoint?: string
  readonly request: { readonly http_version: string; readonly body?: string }
  readonly response?: { readonly body?: string }
}

/** Maximum number of requests to read, the newest first. */
const MAX_CALLS = 1_000

/**
 * The id of an app and its API day; the day is null if the app uses the day of the server.
 * @param app a consumer key or an id
 */
export async function appOf(
  source: LogSource,
  app: string,
): Promise<{ readonly id: string; readonly date: string | null }> {
  const { app_id, date } = (await read(source, `/test/apps/${encodeURIComponent(app)}/date`)) as {
    readonly app_id: string
    readonly date: string | null
  }
  return { id: app_id, date }
}

/** The newest requests of an app, without deliveries of webhooks. */
export async function callsOf(source: LogSource, appId: string): Promise<readonly LoggedCall[]> {
  const { requests } = (await read(source, `/test/requests?app=${appId}&limit=${MAX_CALLS}`)) as {
    readonly requests: readonly Entry[]
  }
  return requests
    .filter(({ kind }) => kind !== 'webhook')
    .map(({ method, path, endpoint, request, response }) => ({
      ...{ method, endpoint, path: path.replace(/[?#].*$/s, ''), query: /\?([^#]*)/.exec(path)?.[1] ?? '' },
      ...{ sent: request.body, body: response?.body },
      isHttp1: request.http_version.startsWith('1'),
    }))
}

/** @throws {UsageError} with advice */
async function read({ admin, token }: LogSource, path: string): Promise<unknown> {
  const response = await fetch(`${admin}${path}`, { headers: { authorization: `Bearer ${token}` } }).catch(
    (error: unknown) => {
      const advice = 'start one with aviary test, or name its admin listener with --admin'
      throw new UsageError(`no server answers at ${admin}: ${advice}`, { cause: error })
    },
  )
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  if (response.status === 404 && !text.includes('no app')) {
    throw new UsageError(
      'the request log is off: start the server with --test-controls on, or with aviary test, and run the client again',
    )
  }
  throw new UsageError(`${admin} answers ${response.status}: ${text.slice(0, 500)}`)
}
