/** Creates the structured log: JSON lines (pino). Never pass secrets to it. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { outageIn } from './outage.ts'
import { type Clock, systemClock } from './time/clock.ts'

export type { Logger }

/** Milliseconds during which a repeated outage is not logged again. */
export const OUTAGE_EVERY_MS = 10_000

/** Maximum number of sources whose last line is remembered. When there are more, all sources are forgotten. */
const MAX_SOURCES = 1_000

/**
 * Creates a logger for `level` and higher levels. An {@link Outage}, or an error that it caused, is logged as one line
 * without a stack. Such lines are logged at most once in 10 s for each message, each kind of error and each item of a
 * reader. The field `unlogged` has the number of omitted lines.
 */
export function createLogger(
  level: string,
  destination?: DestinationStream,
  clock: Pick<Clock, 'monotonic'> = systemClock,
): Logger {
  const outages = new OutageLines(clock)
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A shortened error is not an instance of the class Error.
    serializers: { err: (err) => (err instanceof Error ? pino.stdSerializers.err(err) : err) },
    hooks: {
      logMethod(args, method) {
        const kept = outages.kept(args as LogArguments)
        if (kept !== undefined) method.apply(this, kept as typeof args)
      },
    },
  }
  return destination === undefined ? pino(options) : pino(options, destination)
}

/** Arguments of a logger method. */
type LogArguments = readonly [facts: unknown, ...words: unknown[]]

class OutageLines {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #places = new Map<string, { until: number; unlogged: number }>()

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock
  }

  /** Arguments for a line; undefined if the line must be omitted. */
  kept(args: LogArguments): LogArguments | undefined {
    const [given, ...words] = args
    const facts = given instanceof Error ? { err: given } : given
    if (typeof facts !== 'object' || facts === null || !('err' in facts)) return args
    const outage = outageIn(facts.err)
    if (outage === undefined) return args
    const unlogged = this.#take([outage.name, words[0], ...itemIn(facts)].join(' '))
    if (unlogged === undefined) return undefined
    return [{ ...facts, err: inShort(outage), ...(unlogged === 0 ? {} : { unlogged }) }, ...words]
  }

  /** Number of lines that were omitted before this line; undefined when this line must also be omitted. */
  #take(place: string): number | undefined {
    const now = this.#clock.monotonic()
    const known = this.#places.get(place)
    if (known !== undefined && now < known.until) {
      known.unlogged += 1
      return undefined
    }
    if (this.#places.size >= MAX_SOURCES) this.#places.clear()
    this.#places.set(place, { until: now + OUTAGE_EVERY_MS, unlogged: 0 })
    return known?.unlogged ?? 0
  }
}

/**
 * The item that a line names, if it names one. Lines about different items are not combined, because a single line
 * would hide the other items.
 */
function itemIn(facts: object): readonly unknown[] {
  return 'reader' in facts && 'item' in facts ? [facts.reader, facts.item] : []
}

function inShort({ name, message, cause }: Error): Readonly<Record<string, string>> {
  return { type: name, message, ...(cause instanceof Error ? { cause: cause.message } : {}) }
}
