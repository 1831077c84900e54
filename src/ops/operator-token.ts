/** The operator's token, in a file that only the operator can read. */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../lib/time/clock.ts'
import { equalSecrets, randomAlphanumeric } from '../lib/vault.ts'

export const OPERATOR_TOKEN_FILE = 'operator.token'

const TOKEN_LENGTH = 43

/** The token of a data directory; creates the file, readable only by its owner, if it does not exist. */
export function operatorToken(data: string, random: Random): string {
  const file = join(data, OPERATOR_TOKEN_FILE)
  if (!existsSync(file)) make(file, random)
  return readFileSync(file, 'utf8').trim()
}

function make(file: string, random: Random): void {
  try {
    // Fails if another process has created the file meanwhile; then that token counts.
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${randomAlphanumeric(random, TOKEN_LENGTH)}\n`)
    fsyncSync(handle)
    closeSync(handle)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** True if an `authorization` header has the token. */
export function isOperatorToken(authorization: string | undefined, token: string): boolean {
  const sent = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return sent !== undefined && equalSecrets(sent, token)
}
