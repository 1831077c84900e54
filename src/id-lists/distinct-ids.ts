/**
 * Sorts ids and removes duplicates by an external merge sort, so that memory use is limited. Sorted runs are written to
 * a file and then merged.
 */
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Default number of ids in a run; such a run takes 8 MiB of memory. */
const RUN_LENGTH = 1024 * 1024
/** Number of ids of each run that the merge holds in memory. */
const WINDOW = 4096
const BYTES_PER_ID = 8

export interface DistinctId {
  readonly id: bigint
  /** True when the id was marked at each addition. */
  readonly isMarked: boolean
}

export class DistinctIds {
  readonly #runLength: number
  #run: BigUint64Array
  #length = 0
  #added = 0
  #folder: string | undefined
  #file: FileHandle | undefined
  /** Lengths of the runs, in the order of the file. */
  readonly #runs: number[] = []

  /** @param runLength number of ids in memory before a run is written to the file */
  constructor(runLength = RUN_LENGTH) {
    this.#runLength = runLength
    this.#run = new BigUint64Array(Math.min(runLength, WINDOW))
  }

  /** Number of ids that were added, including duplicates. */
  get added(): number {
    return this.#added
  }

  /** @param ids from 1 to 2^63 - 1 */
  async add(ids: readonly bigint[], isMarked: boolean): Promise<void> {
    for (const id of ids) {
      if (this.#length === this.#run.length) await this.#makeRoom()
      // The mark is the lowest bit, so an id without a mark sorts before the same id with a mark.
      this.#run[this.#length++] = (id << 1n) | (isMarked ? 1n : 0n)
    }
    this.#added += ids.length
  }

  /** The distinct ids in ascending order, in batches of `size`. */
  async *batches(size: number): AsyncGenerator<readonly DistinctId[]> {
    const last = this.#run.subarray(0, this.#length).sort()
    const runs = await this.#openRuns()
    let batch: DistinctId[] = []
    let before = 0n
    for await (const value of merged([...runs, { head: 0, values: last, more: async () => NONE }])) {
      const id = value >> 1n
      if (id === before) continue
      before = id
      batch.push({ id, isMarked: (value & 1n) === 1n })
      if (batch.length < size) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }

  /** Removes the file. */
  async close(): Promise<void> {
    await this.#file?.close()
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true })
    this.#folder = undefined
    this.#file = undefined
  }

  async #makeRoom(): Promise<void> {
    if (this.#length < this.#runLength) {
      const larger = new BigUint64Array(Math.min(this.#runLength, this.#length * 2))
      larger.set(this.#run)
      this.#run = larger
      return
    }
    this.#run.sort()
    if (this.#file === undefined) {
      this.#folder = await mkdtemp(join(tmpdir(), 'aviary-ids-'))
      this.#file = await open(join(this.#folder, 'runs'), 'wx+', 0o600)
    }
    await this.#file.appendFile(new Uint8Array(this.#run.buffer, 0, this.#length * BYTES_PER_ID))
    this.#runs.push(this.#length)
    this.#length = 0
  }

  async #openRuns(): Promise<Run[]> {
    let start = 0
    return this.#runs.map((length) => {
      let next = start
      const end = start + length
      start = end
      const more = async () => {
        const values = new BigUint64Array(Math.min(WINDOW, end - next))
        await this.#file?.read(values, 0, values.byteLength, next * BYTES_PER_ID)
        next += values.length
        return values
      }
      return { head: 0, values: NONE, more }
    })
  }
}

const NONE = new BigUint64Array(0)

interface Run {
  head: number
  values: BigUint64Array
  more(): Promise<BigUint64Array>
}

/**
 * Merges sorted runs. A linear scan for the smallest id is sufficient: a run has a million ids, so there are few runs.
 */
async function* merged(runs: readonly Run[]): AsyncGenerator<bigint> {
  for (;;) {
    let least: bigint | undefined
    let from: Run | undefined
    for (const run of runs) {
      if (run.head === run.values.length) {
        run.values = await run.more()
        run.head = 0
      }
      const value = run.values[run.head]
      if (value === undefined || (least !== undefined && value >= least)) continue
      least = value
      from = run
    }
    if (least === undefined || from === undefined) return
    from.head += 1
    yield least
  }
}
