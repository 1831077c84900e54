/** Runs commands that only append, in a separate process, like a server without HTTP. */
import type { Config } from '../../src/config.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { append } from '../../src/log/append.ts'
import { openRuntime, type Runtime } from '../../src/runtime.ts'
import { answerCalls } from '../lib/child.ts'
import { runAtOnce } from '../lib/closed-loop.ts'
import type { Sample } from '../lib/statistics.ts'
import { eventAt, sharedNow } from './events.ts'
import { Listener } from './listener.ts'

let runtime: Runtime | undefined
let listener: Listener | undefined

function requireRuntime(): Runtime {
  if (runtime === undefined) throw new Error('no data is open')
  return runtime
}

export const methods = {
  async open(config: Config): Promise<void> {
    runtime = await openRuntime(config, { manner: 'server' })
  },

  /** Keeps `atOnce` commands running for the given time. */
  async append(atOnce: number, milliseconds: number): Promise<Sample> {
    const { store } = requireRuntime()
    return runAtOnce(atOnce, milliseconds, () =>
      store.write(async (tx) => append(tx, systemClock.now(), eventAt(sharedNow()))),
    )
  },

  /** Starts commands at a constant rate, without waiting for earlier commands. */
  async appendSteadily(perSecond: number, milliseconds: number): Promise<void> {
    const { store } = requireRuntime()
    const running: Promise<unknown>[] = []
    const started = systemClock.monotonic()
    await new Promise<void>((resolve) => {
      const stop = systemClock.every(1, () => {
        const elapsed = systemClock.monotonic() - started
        while (running.length < (Math.min(elapsed, milliseconds) * perSecond) / 1000) {
          const made = sharedNow()
          running.push(store.write(async (tx) => append(tx, systemClock.now(), eventAt(made))))
        }
        if (elapsed < milliseconds) return
        stop()
        resolve()
      })
    })
    await Promise.all(running)
  },

  async listen(): Promise<void> {
    listener = await Listener.open(requireRuntime().store)
  },

  /** Milliseconds from the creation of each event to its arrival here, ascending. */
  async heard(): Promise<Float64Array> {
    const latencies = await listener?.end()
    listener = undefined
    return latencies ?? new Float64Array()
  },
}

answerCalls(methods, async () => runtime?.close())
