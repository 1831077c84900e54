/**
 * Tokens of the admin listener. Each token is in a file that only the operator can read. The operator token is valid
 * for everything except the test controls. The test token is valid only for the test controls.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../lib/time/clock.ts'
import { equalSecrets, randomAlphanumeric } from '../lib/vault.ts'

export const OPERATOR_TOKEN_FILE = 'operator.token'
export const TEST_TOKEN_FILE = 'test.token'

const TOKEN_LENGTH = 43

/**
 * The operator token in a data directory. If the file does not exist, it is created with permissions for its owner
 * only.
 */
export function operatorToken(data: string, random: Random): string {
  return tokenOf(join(data, OPERATOR_TOKEN_FILE), random)
}

/** The test token in a data directory, created in the way of {@link operatorToken}. */
export function testToken(data: string, random: Random): string {
  return tokenOf(join(data, TEST_TOKEN_FILE), random)
}

function tokenOf(file: string, random: Random): string {
  if (!existsSync(file)) make(file, random)
  return readFileSync(file, 'utf8').trim()
}

function make(file: string, random: Random): void {
  try {
    // Opening fails when another process has created the file first; the token in that file is then used.
    const handle = openSync(file, 'wx', 0o600)
    writeSync(handle, `${randomAlphanumeric(random, TOKEN_LENGTH)}\n`)
    fsyncSync(handle)
    closeSync(handle)
  } catch (error) {
    if (!(Error.isError(error) && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/** True when the header `authorization` contains the token. */
export function hasToken(authorization: string | undefined, token: string): boolean {
  const shown = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return shown !== undefined && equalSecrets(shown, token)
}
