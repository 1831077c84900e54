/**
 * Runs the command line inside the process of the test, for commands that end early. This takes a tenth of
 * the time of a separate process.
 */
import { Readable, Writable } from 'node:stream'
import { main } from '../../src/main.ts'
import type { Ended } from './cli.ts'

/** Number of bytes of each chunk of standard input. */
const CHUNK_BYTES = 64 * 1024

function* chunksOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

/**
 * Runs `aviary …args` in this process, with its environment.
 * @param input standard input; default: that of this process
 */
export async function runMain(args: readonly string[], input?: Buffer | Readable): Promise<Ended> {
  const texts = { out: '', err: '' }
  const stream = (name: 'out' | 'err') =>
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        texts[name] += chunk.toString()
        done()
      },
    })
  const code = await main(args, {
    ...{ out: stream('out'), err: stream('err') },
    ...(input === undefined
      ? {}
      : { in: input instanceof Readable ? input : Readable.from(chunksOf(input)) }),
  })
  return { code, ...texts }
}
