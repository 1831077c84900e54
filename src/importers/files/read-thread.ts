/** The thread of reader.ts: reads the inputs of a plan. Messages that are not taken yet are bounded. */
import { Readable } from 'node:stream'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import { type Reading, readInput } from './read-input.ts'
import type { FromThread, ReadingPlan, ToThread } from './reader.ts'
import { ObjectSender } from './sent-objects.ts'

/** A message has the objects of up to 256 KiB of text. */
const MAX_WAITING_MESSAGES = 16

class ReadThread {
  readonly #port: MessagePort
  readonly #sender = new ObjectSender()
  #waiting = 0
  /** Inputs up to this index are not needed. */
  #stopped = -1
  #wake: () => void = () => undefined

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (message: ToThread) => {
      if (message.is === 'taken') this.#waiting -= 1
      else this.#stopped = message.index
      this.#wake()
    })
  }

  async run({ inputs, first, skipped, options }: ReadingPlan): Promise<void> {
    for (const [index, input] of inputs.entries()) {
      if (index < first || input.is !== 'file') continue
      const readings = readInput(input, index === first ? skipped : 0, Readable.from([]), options)
      for await (const reading of readings) {
        if (index <= this.#stopped) break
        await this.#send(this.#prepared(reading))
      }
      await this.#send({ is: 'end' })
    }
    this.#port.close()
  }

  #prepared(reading: Reading): FromThread {
    if (reading.is !== 'objects') return reading
    return { is: 'objects', objects: reading.objects.map((object) => this.#sender.prepare(object)) }
  }

  async #send(message: FromThread): Promise<void> {
    while (this.#waiting >= MAX_WAITING_MESSAGES) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    this.#waiting += 1
    this.#port.postMessage(message)
  }
}

if (parentPort !== null) await new ReadThread(parentPort).run(workerData as ReadingPlan)
