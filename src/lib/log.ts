/** The structured log: JSON lines (pino). Never pass secrets to it. */
import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino'
import { outageIn } from './outage.ts'
import { type Clock, systemClock } from './time/clock.ts'

export type { Logger }

/** Milliseconds for which a repeated outage is not logged again. */
export const OUTAGE_EVERY_MS = 10_000

/** Maximum number of remembered sources; when exceeded, all are forgotten. */
const MAX_SOURCES = 1_000

/**
 * Creates a logger for `level` and above. Errors that are or are caused by an {@link Outage} are logged as one line
 * without a stack, at most once per 10 s for each message and kind, and for each item of a reader; `unlogged` has the
 * number of omitted lines.
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
    // A shortened error is not an Error any more.
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

  /** Arguments to log; undefined for an omitted line. */
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

  /** Number of lines omitted before this one; undefined when this line is omitted. */
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

/** The item of a line, if any. Each item has lines of its own, because a single line would hide the other items. */
function itemIn(facts: object): readonly unknown[] {
  return 'reader' in facts && 'item' in facts ? [facts.reader, facts.item] : []
}

function inShort({ name, message, cause }: Error): Readonly<Record<string, string>> {
  return { type: name, message, ...(cause instanceof Error ? { cause: cause.message } : {}) }
}
