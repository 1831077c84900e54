/** The operator token: a file that only the operator can read. Its content authorizes requests to the admin listener. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../lib/time/clock.ts'
import { equalSecrets, randomAlphanumeric } from '../lib/vault.ts'

export const OPERATOR_TOKEN_FILE = 'operator.token'

const TOKEN_LENGTH = 43

/** The token of a data directory. Creates the file, readable by its owner only, if it does not exist. */
export function operatorToken(data: string, random: Random): string {
  const file = join(data, OPERATOR_TOKEN_FILE)
  if (!existsSync(file)) make(file, random)
  return readFileSync(file, 'utf8').trim()
}

function make(file: string, random: Random): void {
  try {
    // Fails when another process created the file first; its token is used then.
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${randomAlphanumeric(random, TOKEN_LENGTH)}\n`)
    fsyncSync(handle)
    closeSync(handle)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** True when an `authorization` header has the token. */
export function isOperatorToken(authorization: string | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return shown !== undefined && equalSecrets(shown, token)
}
