import { fileURLToPath } from 'node:url'

/** The driver of npm clients as a program. */
export const NODE_DRIVER: readonly [string, ...string[]] = [
  process.execPath,
  '--no-deprecation',
  fileURLToPath(new URL('../node/driver.ts', import.meta.url)),
]
