/** Requests of commands to the test controls of a server. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config, SettingName } from '../config.ts'
import { UsageError } from './run.ts'

/** Settings that a command needs to find a server in test mode. */
export const TEST_SERVER_SETTINGS: readonly SettingName[] = ['data', 'ops_host', 'ops_port', 'test_token']

export interface TestServer {
  /**
   * Sends a request. @returns the body of the response @throws {UsageError} with the reason of a refusal, or with
   * advice when no server responds
   */
  call(method: string, path: string, body?: object): Promise<Readonly<Record<string, unknown>>>
}

/**
 * @param admin URL of the admin listener; default: the URL in the settings
 * @param flag the command option that takes the URL of the admin listener
 */
export function testServer(
  config: Config,
  admin = `http://${config.ops_host}:${config.ops_port}`,
  flag = '--admin',
): TestServer {
  const token = testTokenOf(config)
  return {
    async call(method, path, sent) {
      const init = sent === undefined ? {} : { body: JSON.stringify(sent) }
      const type = sent === undefined ? {} : { 'content-type': 'application/json' }
      const headers = { authorization: `Bearer ${token}`, ...type }
      const response = await fetch(`${admin.replace(/\/$/, '')}${path}`, { method, headers, ...init }).catch(
        (error: unknown) => {
          const advice = `start one with aviary test, or name its admin listener with ${flag}`
          throw new UsageError(`no server answers at ${admin}: ${advice}`, { cause: error })
        },
      )
      const body = await response.json().catch(() => ({})) // A body that is not JSON comes from another program.
      const answer = body as Record<string, unknown>
      if (response.ok) return answer
      const reason =
        response.status === 404 && answer['error'] === undefined ? 'it has no test controls' : answer['error']
      throw new UsageError(`the server refuses: ${String(reason)}`)
    },
  }
}

/** The token of the test controls. @throws {UsageError} when there is none */
export function testTokenOf({ test_token, data }: Config): string {
  if (test_token !== '') return test_token
  const file = join(data, 'test.token')
  if (existsSync(file)) return readFileSync(file, 'utf8').trim()
  throw new UsageError(
    'there is no token of test controls: name it with --test-token, or the data directory with --data',
  )
}
