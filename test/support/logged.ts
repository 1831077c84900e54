/** Makes loggers for tests of background failures. */
import type { StoreLogger } from '../../src/db/store.ts'
import { createLogger } from '../../src/lib/log.ts'

/** A logger that discards all lines. */
export const SILENT: StoreLogger = createLogger('silent')

/** A logger, and the lines that it has written. */
export function recordingLogger(): {
  readonly logger: StoreLogger
  readonly lines: Record<string, unknown>[]
} {
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => lines.push(JSON.parse(line))
  return { logger: createLogger('warn', { write }), lines }
}
