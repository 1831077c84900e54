/** The operator's token: a file that only the operator can read, and whoever can read it may change things. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../lib/time/clock.ts'
import { equalSecrets, randomAlphanumeric } from '../lib/vault.ts'

export const OPERATOR_TOKEN_FILE = 'operator.token'

const TOKEN_LENGTH = 43

/** The token of a data directory; makes the file, readable by its owner only, when there is none. */
export function operatorToken(data: string, random: Random): string {
  const file = join(data, OPERATOR_TOKEN_FILE)
  if (!existsSync(file)) make(file, random)
  return readFileSync(file, 'utf8').trim()
}

function make(file: string, random: Random): void {
  try {
    // Fails when another process was faster; then its token is the one.
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${randomAlphanumeric(random, TOKEN_LENGTH)}\n`)
    fsyncSync(handle)
    closeSync(handle)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** Whether an `authorization` header shows the token. */
export function isOperatorToken(authorization: string | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return shown !== undefined && equalSecrets(shown, token)
}
