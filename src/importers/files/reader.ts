/**
 * Reads the inputs of an import. If there are several processors, a worker thread reads large inputs while the main
 * thread uses the database.
 */
import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import { InvariantBroken } from '../../lib/assert.ts'
import { siblingModule } from '../../lib/package/sibling.ts'
import type { ImportInput } from './inputs.ts'
import type { ImportFilesOptions } from './options.ts'
import {
  FROM_BEGINNING,
  type Reading,
  type ReadingOptions,
  type ReadingStart,
  readInput,
} from './read-input.ts'
import { receivedObjects, type SentObject } from './sent-objects.ts'
import { NOTHING_STORED, type StoredPart } from './text-limits.ts'

export interface InputReader extends AsyncDisposable {
  /** Reads an input of the plan. The caller must read the inputs in order. */
  read(index: number): AsyncIterable<Reading>
}

/** Inputs that are read in sequence. */
export interface ReadingPlan {
  readonly inputs: readonly ImportInput[]
  /** Index of the first input to read. */
  readonly first: number
  /** Number of objects at the beginning of that input that are left out. */
  readonly skipped: number
  /** Index of the input that an earlier run was reading, and the part of it that was stored. */
  readonly stored: StoredPart & { readonly file: number }
  readonly options: ReadingOptions
}

/** The position at which reading an input begins. */
export function startOf({ first, skipped, stored }: ReadingPlan, index: number): ReadingStart {
  if (index !== first && index !== stored.file) return FROM_BEGINNING
  return {
    skipped: index === first ? skipped : 0,
    stored: index === stored.file ? stored : NOTHING_STORED,
  }
}

/** A reading, or the end of an input. */
export type SentReading =
  | Exclude<Reading, { is: 'objects' }>
  | { readonly is: 'objects'; readonly objects: readonly SentObject[] }
  | { readonly is: 'end' }

/** Message from the worker thread. */
export interface FromThread {
  readonly reading: SentReading
  /** Number of characters of the texts in the message. */
  readonly length: number
}

/**
 * Messages to the worker thread: the main thread took a message of the given length, or does not need the rest of an
 * input.
 */
export type ToThread =
  | { readonly is: 'taken'; readonly length: number }
  | { readonly is: 'stop'; readonly index: number }

/**
 * Minimum size of all inputs in bytes for the use of a thread. For smaller inputs, a thread saves less time
 * than its start takes.
 */
const MIN_THREAD_BYTES = 16 * 1024 * 1024

/**
 * Memory for new objects of the thread in MiB. The objects of a message live for a short time, so a larger size would
 * only delay the removal of garbage.
 */
const MAX_YOUNG_MB = 32

/** Opens a reader for the inputs from `first` on. */
export function openReader(
  inputs: readonly ImportInput[],
  from: Pick<ReadingPlan, 'first' | 'skipped' | 'stored'>,
  { only, encoding, table, graph, stdin, minThreadBytes = MIN_THREAD_BYTES }: ImportFilesOptions,
): InputReader {
  const options = {
    only,
    encoding,
    ...(table && { table }),
    ...(graph && { graph }),
    isMediaSkipped: inputs.length > 1,
  }
  const { first } = from
  const plan = { inputs, ...from, options }
  const isFromStdin = inputs.some(({ is }) => is === 'stdin')
  const bytes = inputs.slice(first).reduce((sum, { is, size }) => sum + (is === 'file' ? size : 0), 0)
  if (!isFromStdin && bytes >= minThreadBytes && availableParallelism() > 1) return new ThreadReader(plan)
  return {
    read: (index) => readInput(inputAt(plan, index), startOf(plan, index), stdin, options),
    [Symbol.asyncDispose]: async () => undefined,
  }
}

function inputAt({ inputs }: ReadingPlan, index: number): ImportInput {
  const input = inputs[index]
  if (input === undefined) throw new InvariantBroken(`there is no input ${index}`)
  return input
}

class ThreadReader implements InputReader {
  readonly #worker: Worker
  readonly #messages: FromThread[] = []
  #failure: Error | undefined
  #wake: () => void = () => undefined

  constructor(plan: ReadingPlan) {
    this.#worker = new Worker(siblingModule(import.meta.url, 'read-thread'), {
      workerData: plan,
      resourceLimits: { maxYoungGenerationSizeMb: MAX_YOUNG_MB },
    })
    this.#worker.on('message', (message: FromThread) => {
      this.#messages.push(message)
      this.#wake()
    })
    const fail = (error: Error) => {
      this.#failure ??= error
      this.#wake()
    }
    this.#worker.on('error', fail)
    this.#worker.on('exit', () => fail(new InvariantBroken('the thread that reads files has ended')))
  }

  async *read(index: number): AsyncGenerator<Reading> {
    let isEnded = false
    try {
      for (;;) {
        const reading = await this.#next()
        isEnded = reading.is === 'end'
        if (reading.is === 'end') return
        yield reading.is === 'objects'
          ? { is: 'objects', objects: receivedObjects(reading.objects) }
          : reading
      }
    } finally {
      if (!isEnded) await this.#stop(index)
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#worker.terminate()
  }

  /** Discards the rest of an input. */
  async #stop(index: number): Promise<void> {
    if (this.#failure !== undefined) return
    this.#post({ is: 'stop', index })
    while ((await this.#next()).is !== 'end');
  }

  async #next(): Promise<SentReading> {
    for (;;) {
      const message = this.#messages.shift()
      if (message !== undefined) {
        this.#post({ is: 'taken', length: message.length })
        return message.reading
      }
      if (this.#failure !== undefined) throw this.#failure
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message)
  }
}
