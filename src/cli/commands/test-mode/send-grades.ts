/** The option `--send-to` of `aviary grade`. */
import type { Config } from '../../../config.ts'
import type { GradedRow } from '../../../testing/grade/attempt.ts'
import { MAX_CLIENT_LENGTH } from '../../../testing/grade/kept-reports.ts'
import { UsageError } from '../../run.ts'
import { testServer } from '../../test-server.ts'

interface SendOptions {
  readonly sendTo?: string
  readonly quick?: boolean
}

/** Sends a report to a server. @returns the id that the server gives the report; undefined without `--send-to` */
export type Send = (client: string, trials: readonly GradedRow[]) => Promise<string | undefined>

/** Checks the server of `--send-to` before the run. @throws {UsageError} when that server cannot store a report */
export async function sender(config: Config, { sendTo, quick = false }: SendOptions): Promise<Send> {
  if (sendTo === undefined) return async () => undefined
  if (config.test_token === '')
    throw new UsageError('--send-to needs the test token of that server: name it with --test-token')
  const server = testServer(config, sendTo, '--send-to')
  await server.call('GET', '/test/grades')
  return async (client, trials) => {
    // The server accepts only one line, and limits its length.
    const line = client
      .toWellFormed()
      .replaceAll(/\p{Cc}+/gu, ' ')
      .slice(0, MAX_CLIENT_LENGTH)
    const body = { client: line.toWellFormed(), is_quick: quick, trials }
    const { id } = await server.call('POST', '/test/grades', body)
    return String(id)
  }
}
