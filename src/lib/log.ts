/** The structured log: JSON lines on standard output (pino). Secrets are never given to it. */
import { type DestinationStream, type Logger, pino } from 'pino'

export type { Logger }

/** A logger that writes lines of `level` and more serious ones. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime }
  return destination === undefined ? pino(options) : pino(options, destination)
}
