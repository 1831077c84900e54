/**
 * Runs the command line inside the process of the test, for commands that end early. This takes a tenth of
 * the time of a separate process.
 */
import { Writable } from 'node:stream'
import { main } from '../../src/main.ts'
import type { Ended } from './cli.ts'

/** Runs `aviary …args` in this process, with its environment. */
export async function runMain(args: readonly string[]): Promise<Ended> {
  const texts = { out: '', err: '' }
  const stream = (name: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[name] += chunk.toString()
        done()
      },
    })
  const code = await main(args, { out: stream('out'), err: stream('err') })
  return { code, ...texts }
}
