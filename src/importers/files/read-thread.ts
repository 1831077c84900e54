/**
 * Runs the worker thread of reader.ts. The thread reads the inputs of a plan. The thread sends only a limited amount of
 * messages before the main thread takes them.
 */
import { Readable } from 'node:stream'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { ReadObject } from './file-value.ts'
import { readInput } from './read-input.ts'
import { type FromThread, type ReadingPlan, type SentReading, startOf, type ToThread } from './reader.ts'
import { ObjectSender } from './sent-objects.ts'

/**
 * Maximum characters of the texts in messages that the main thread has not taken. The limit is larger than a batch,
 * because the main thread takes no message while it stores a batch.
 */
const MAX_WAITING_LENGTH = 6 * 1024 * 1024
/** Characters that are added to the length of each message, so that messages without texts also count. */
const MESSAGE_LENGTH = 1_024

class ReadThread {
  readonly #port: MessagePort
  readonly #sender = new ObjectSender()
  #waiting = 0
  /** Index of the last input whose rest is not needed; -1 if there is none. */
  #stopped = -1
  #wake: () => void = () => undefined

  constructor(port: MessagePort) {
    this.#port = port
    port.on('message', (message: ToThread) => {
      if (message.is === 'taken') this.#waiting -= message.length
      else this.#stopped = message.index
      this.#wake()
    })
  }

  async run(plan: ReadingPlan): Promise<void> {
    for (const [index, input] of plan.inputs.entries()) {
      if (index < plan.first || input.is !== 'file') continue
      const readings = readInput(input, startOf(plan, index), Readable.from([]), plan.options)
      for await (const reading of readings) {
        if (index <= this.#stopped) break
        if (reading.is !== 'objects') await this.#send(reading)
        else await this.#sendObjects(reading.objects)
      }
      await this.#send({ is: 'end' })
    }
    this.#port.close()
  }

  #sendObjects(objects: readonly ReadObject[]): Promise<void> {
    const length = objects.reduce((sum, { text }) => sum + text.length, 0)
    const prepared = objects.map((object) => this.#sender.prepare(object))
    return this.#send({ is: 'objects', objects: prepared }, length)
  }

  async #send(reading: SentReading, textLength = 0): Promise<void> {
    while (this.#waiting >= MAX_WAITING_LENGTH) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    const length = textLength + MESSAGE_LENGTH
    this.#waiting += length
    this.#port.postMessage({ reading, length } satisfies FromThread)
  }
}

if (parentPort !== null) await new ReadThread(parentPort).run(workerData as ReadingPlan)
