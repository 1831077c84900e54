/**
 * A copy on the disk: a snapshot, and a journal of what came after it. Each entry of the journal is one line, written
 * whole or not at all: the messages of a part of the stream together with the position after it. So whoever comes back
 * after a crash has done everything up to its position, and nothing twice.
 *
 *   {"number":17,"partition":3,"position":"812","messages":[…]}      a part of the stream
 *   {"number":18,"objects":[…]}                                      loaded objects
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Copy } from './copy.js'

/** When a snapshot takes the place of a journal, which holds also what was erased since: by its bytes, and its age. */
const JOURNAL_LARGEST = 64 * 1024 * 1024
const JOURNAL_OLDEST_MS = 24 * 60 * 60 * 1000

/** Bytes of a snapshot that are written at a time. */
const PIECE = 1024 * 1024

export class Store {
  copy = new Copy()
  /** By partition, the position up to which everything is stored. */
  positions = {}
  #folder
  #number = 0
  #journal
  #bytes = 0
  #begun = Date.now()
  /** Entries on their way, and the work of bringing them to the disk. */
  #waiting = []
  #writing

  constructor(folder) {
    this.#folder = folder
  }

  /** Brings back what is stored, for reading alone. */
  static read(folder) {
    const store = new Store(folder)
    store.#restore()
    return store
  }

  /** Brings back what is stored, and goes on from there. One process writes at a time. */
  static async open(folder) {
    await mkdir(folder, { recursive: true })
    const store = Store.read(folder)
    store.#journal = await open(join(folder, 'journal.jsonl'), 'a')
    // An entry that was being written when the process died was never answered for.
    await store.#journal.truncate(store.#bytes)
    await store.#snapshot()
    return store
  }

  /** Applies a part of a partition and stores it with the position after it; it is on the disk when this resolves. */
  take(partition, position, messages) {
    return this.#write({ partition, position, messages })
  }

  load(objects) {
    return this.#write({ objects })
  }

  async close() {
    await this.#writing
    await this.#snapshot()
    await this.#journal.close()
  }

  #write(entry) {
    const done = new Promise((resolve) => this.#waiting.push({ entry, resolve }))
    this.#writing ??= this.#drain()
    return Promise.race([done, this.#writing.then(() => done)])
  }

  /** What comes while the disk is busy goes with the next write. */
  async #drain() {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0)
      for (const { entry } of batch) entry.number = ++this.#number
      const lines = Buffer.from(batch.map(({ entry }) => `${JSON.stringify(entry)}\n`).join(''))
      await this.#journal.appendFile(lines)
      await this.#journal.datasync()
      this.#bytes += lines.length
      for (const { entry, resolve } of batch) {
        this.#apply(entry)
        resolve()
      }
      const isOld = Date.now() - this.#begun > JOURNAL_OLDEST_MS
      if (isOld || this.#bytes > JOURNAL_LARGEST) await this.#snapshot()
    }
    this.#writing = undefined
  }

  #apply({ partition, position, messages, objects }) {
    for (const object of objects ?? []) this.copy.load(object)
    for (const message of messages ?? []) this.copy.apply(message)
    if (partition !== undefined) this.positions[partition] = position
  }

  #restore() {
    for (const [line] of linesOf(join(this.#folder, 'snapshot.jsonl'))) {
      if (line.positions === undefined) this.copy.restore(line)
      else [this.#number, this.positions] = [line.number, line.positions]
    }
    for (const [entry, end] of linesOf(join(this.#folder, 'journal.jsonl'))) {
      this.#bytes = end
      // The snapshot holds those that it was made after, when it was finished and the journal not yet begun anew.
      if (entry.number <= this.#number) continue
      this.#apply(entry)
      this.#number = entry.number
    }
  }

  /** The new snapshot takes the old one's place in one step, and only then the journal begins anew. */
  async #snapshot() {
    const file = join(this.#folder, 'snapshot.jsonl')
    const handle = openSync(`${file}.new`, 'w')
    let text = `${JSON.stringify({ number: this.#number, positions: this.positions })}\n`
    for (const line of this.copy.lines()) {
      text += `${JSON.stringify(line)}\n`
      if (text.length < PIECE) continue
      writeAll(handle, text)
      text = ''
    }
    writeAll(handle, text)
    fsyncSync(handle)
    closeSync(handle)
    renameSync(`${file}.new`, file)
    const folder = openSync(this.#folder, 'r')
    fsyncSync(folder)
    closeSync(folder)
    await this.#journal.truncate(0)
    this.#bytes = 0
    this.#begun = Date.now()
  }
}

function writeAll(handle, text) {
  const bytes = Buffer.from(text)
  for (let from = 0; from < bytes.length; ) from += writeSync(handle, bytes, from)
}

/** Every whole line of a file with where it ends; what follows the last line break was never finished. */
function* linesOf(file) {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  for (let from = 0, end = bytes.indexOf('\n'); end >= 0; from = end + 1, end = bytes.indexOf('\n', from)) {
    yield [JSON.parse(bytes.toString('utf8', from, end)), end + 1]
  }
}
