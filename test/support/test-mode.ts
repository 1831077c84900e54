/** Starts a test server with test controls, and calls the controls. */
import { ask, type Credentials } from './api-client.ts'
import type { Hooks } from './engines.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './server.ts'

export const TEST_TOKEN = 'a-token-of-tests'

export interface ControlAnswer {
  readonly status: number
  readonly body: Record<string, unknown>
}

export interface TestModeServer extends TestServer {
  /** Calls a control. The default token is the test token. */
  control(method: string, path: string, body?: unknown, token?: string): Promise<ControlAnswer>
  get(path: string, credentials?: Credentials): ReturnType<typeof ask>
}

export async function startInTestMode(t: Hooks, options: TestServerOptions = {}): Promise<TestModeServer> {
  const settings = { test_controls: 'on', test_token: TEST_TOKEN, ...options.settings }
  const server = await startTestServer(t, { ...options, settings })
  return {
    ...server,
    async control(method, path, body, token = TEST_TOKEN) {
      const response = await fetch(`${server.server.opsUrl}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status: response.status, body: (await response.json()) as Record<string, unknown> }
    },
    get: (path, credentials) => ask(`${server.url}${path}`, credentials),
  }
}
