/** Runs a log reader in a separate process. */
import type { Config } from '../../src/config.ts'
import { databaseAddress, openStore } from '../../src/db/open.ts'
import type { Store } from '../../src/db/store.ts'
import { createLogger } from '../../src/lib/log.ts'
import { systemClock } from '../../src/lib/time/clock.ts'
import { appendDrafts } from '../../src/log/append.ts'
import { answerCalls } from '../lib/child.ts'
import { Listener } from './listener.ts'

let store: Store | undefined
let listener: Listener | undefined

export const methods = {
  async listen(config: Config): Promise<void> {
    store ??= openStore(databaseAddress(config), {
      clock: systemClock,
      appendDrafts,
      manner: 'server',
      logger: createLogger('warn'),
    })
    listener = await Listener.open(store)
  },

  /** Milliseconds from the creation of each event to its arrival here, ascending. */
  async heard(): Promise<Float64Array> {
    const latencies = await listener?.end()
    listener = undefined
    return latencies ?? new Float64Array()
  },
}

answerCalls(methods, async () => store?.close())
