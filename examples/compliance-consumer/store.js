/**
 * A copy on disk: a snapshot, and a journal of later changes. An entry of the journal is one line. It has the
 * messages of a part of the stream and the position after them, and an incomplete line does not count. So
 * after a crash the copy has applied everything up to its position, and nothing twice.
 *
 *   {"number":17,"partition":3,"position":"812","messages":[…]}      a part of the stream
 *   {"number":18,"objects":[…]}                                      loaded objects
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { Copy } from './copy.js'

/**
 * Size and age of a journal after which a snapshot replaces it. The journal also contains erased objects, so
 * it must not become old.
 */
const JOURNAL_LARGEST = 64 * 1024 * 1024
const JOURNAL_OLDEST_MS = 24 * 60 * 60 * 1000

/** A snapshot is written in pieces of about this many bytes. */
const PIECE = 1024 * 1024

export class Store {
  copy = new Copy()
  /** The position up to which all messages are stored, by partition. */
  positions = {}
  #folder
  #number = 0
  #journal
  #bytes = 0
  #begun = Date.now()
  /** Entries that wait for the disk, and the promise of the current write. */
  #waiting = []
  #writing

  constructor(folder) {
    this.#folder = folder
  }

  /** Restores the stored copy for reading. */
  static read(folder) {
    const store = new Store(folder)
    store.#restore()
    return store
  }

  /** Restores the stored copy for reading and writing. Only one process may write at a time. */
  static async open(folder) {
    await mkdir(folder, { recursive: true })
    const store = Store.read(folder)
    store.#journal = await open(join(folder, 'journal.jsonl'), 'a')
    // Removes an entry that the process was writing when it ended. Its caller never got a result.
    await store.#journal.truncate(store.#bytes)
    await store.#snapshot()
    return store
  }

  /**
   * Applies messages of a partition, and stores them with the position after them. They are on disk when the
   * promise resolves.
   */
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

  /** Entries that arrive during a write are written together by the next write. */
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
      // The snapshot already contains this entry, because the process ended after the snapshot and before the
      // journal was emptied.
      if (entry.number <= this.#number) continue
      this.#apply(entry)
      this.#number = entry.number
    }
  }

  /** Replaces the old snapshot in one step, and only then empties the journal. */
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

/**
 * Every complete line of a file, with the position of its end. Text after the last line break is an
 * incomplete entry.
 */
function* linesOf(file) {
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0)
  for (let from = 0, end = bytes.indexOf('\n'); end >= 0; from = end + 1, end = bytes.indexOf('\n', from)) {
    yield [JSON.parse(bytes.toString('utf8', from, end)), end + 1]
  }
}
