/**
 * Users as their rendered texts, in memory, never older than the log that this process can read.
 *
 *   request ─▶ head of the log ─▶ behind it? read the events between, forget whom they are about ─▶ hits
 *                                                                                     misses ─▶ database ─▶ kept
 *
 * Invariants: an answer holds every change that was committed before it was asked for, by whatever process, because
 * a change and its event are committed together and the head is read first. A text that was read while its user
 * changed is not kept: whoever fills notes what is forgotten meanwhile.
 */
import { type FullUser, findFullUsers } from '../../domain/accounts/find-users.ts'
import { isHidden } from '../../domain/accounts/user.ts'
import type { Context } from '../../domain/context.ts'
import type { EventKind, LoggedEvent } from '../../events/event.ts'
import { logHead } from '../../events/log-head.ts'
import { PositionTooOld, type Tail } from '../../events/tail.ts'
import { type CutUser, cutUser, flattened } from './_objects/cut-user.ts'

/** Bytes that the texts may take: of the shortest objects about 10,000 users. */
export const CACHE_BYTES = 64 * 2 ** 20

/** What an entry takes beside its text: the map's own, and the parts of the text. */
const ENTRY_BYTES = 400

/** Events that are read at once. */
const BATCH = 500

/** Kinds that change no user object, although some of them name a user. */
const HARMLESS: ReadonlySet<EventKind> = new Set([
  'app.changed',
  'console.changed',
  'project.changed',
  'token.created',
  'token.revoked',
])

interface Entry {
  readonly cut: CutUser
  readonly bytes: number
  /** Since somebody last looked for what to drop. */
  isUsed: boolean
}

/** A reading of the database that is under way. */
interface Fill {
  readonly forgotten: Set<bigint>
  isVoid: boolean
}

export type CachedTail = Pick<Tail, 'head' | 'catchUp' | 'readAfter'>

export class UserCache {
  readonly #store: Context['store']
  readonly #tail: CachedTail
  readonly #bytesMost: number
  readonly #entries = new Map<bigint, Entry>()
  readonly #fills = new Set<Fill>()
  /** Events up to here are in what is kept. */
  #applied: bigint
  #bytes = 0
  #hits = 0
  #misses = 0

  /** @param bytesMost of texts and what holds them; `0` keeps nothing */
  constructor(store: Context['store'], tail: CachedTail, bytesMost = CACHE_BYTES) {
    this.#store = store
    this.#tail = tail
    this.#bytesMost = bytesMost
    this.#applied = tail.head
  }

  /** Users that are kept. */
  get size(): number {
    return this.#entries.size
  }

  /** At most what they take. */
  get bytes(): number {
    return this.#bytes
  }

  get hits(): number {
    return this.#hits
  }

  get misses(): number {
    return this.#misses
  }

  /**
   * Users as they are at some moment after the call, each at the place of its id; undefined for those who are not
   * there, or hidden.
   * @param ids at most a few hundred
   */
  async get(ids: readonly bigint[]): Promise<readonly (CutUser | undefined)[]> {
    const isCurrent = await this.#catchUp()
    let missing = 0
    const found = ids.map((id) => {
      const entry = isCurrent ? this.#entries.get(id) : undefined
      if (entry === undefined) {
        missing += 1
        return undefined
      }
      entry.isUsed = true
      return entry.cut
    })
    this.#hits += ids.length - missing
    this.#misses += missing
    if (missing === 0) return found
    const read = await this.#fill(
      ids.filter((_, index) => found[index] === undefined),
      isCurrent,
    )
    return ids.map((id, index) => found[index] ?? read.get(id))
  }

  /** Applies what the log says; false when it cannot be read: then nothing is kept, and answers cost more. */
  async #catchUp(): Promise<boolean> {
    const { head } = await logHead(this.#store)
    if (head <= this.#applied) return true
    try {
      if (head > this.#tail.head) await this.#tail.catchUp()
      while (this.#applied < head) await this.#applyNext()
      return true
    } catch {
      // Whoever follows the log says what is wrong with it.
      this.#forgetAll()
      return false
    }
  }

  async #applyNext(): Promise<void> {
    const events = await this.#readNext()
    for (const event of events) {
      // Another request may have applied it meanwhile.
      if (event.position <= this.#applied) continue
      this.#forgetChanged(event)
      this.#applied = event.position
    }
  }

  async #readNext(): Promise<readonly LoggedEvent[]> {
    try {
      const events = await this.#tail.readAfter(this.#applied, BATCH)
      if (events.length === 0) throw new Error('the log ends before its head')
      return events
    } catch (error) {
      if (!(error instanceof PositionTooOld)) throw error
      // What happened in between nobody knows any more.
      this.#forgetAll()
      if (this.#applied < error.oldest - 1n) this.#applied = error.oldest - 1n
      return []
    }
  }

  #forgetChanged(event: LoggedEvent): void {
    if (HARMLESS.has(event.kind)) return
    if (event.kind === 'import.applied') this.#forgetAll()
    else for (const id of idsIn(event)) this.#forget(id)
  }

  #forget(id: bigint): void {
    for (const fill of this.#fills) fill.forgotten.add(id)
    const entry = this.#entries.get(id)
    if (entry === undefined) return
    this.#entries.delete(id)
    this.#bytes -= entry.bytes
  }

  #forgetAll(): void {
    for (const fill of this.#fills) fill.isVoid = true
    this.#entries.clear()
    this.#bytes = 0
  }

  async #fill(ids: readonly bigint[], mayKeep: boolean): Promise<ReadonlyMap<bigint, CutUser>> {
    const fill: Fill = { forgotten: new Set(), isVoid: !mayKeep }
    this.#fills.add(fill)
    let users: ReadonlyMap<bigint, FullUser>
    try {
      users = await findFullUsers(this.#store, ids)
    } finally {
      this.#fills.delete(fill)
    }
    const read = new Map<bigint, CutUser>()
    for (const [id, user] of users) {
      if (isHidden(user)) continue
      const cut = cutUser(user)
      read.set(id, cut)
      if (!fill.isVoid && !fill.forgotten.has(id)) this.#keep(id, cut)
    }
    return read
  }

  #keep(id: bigint, cut: CutUser): void {
    const bytes = bytesOf(cut)
    if (bytes > this.#bytesMost) return
    this.#bytes -= this.#entries.get(id)?.bytes ?? 0
    this.#entries.set(id, { cut: flattened(cut), bytes, isUsed: false })
    this.#bytes += bytes
    for (const [oldest, entry] of this.#entries) {
      if (this.#bytes <= this.#bytesMost) return
      this.#entries.delete(oldest)
      // Who was asked for since the last round gets another one, at the end of the line.
      if (entry.isUsed) this.#entries.set(oldest, { ...entry, isUsed: false })
      else this.#bytes -= entry.bytes
    }
  }
}

/** Every user that an event names, in whatever role. */
function idsIn(event: LoggedEvent): bigint[] {
  return Object.entries(event).flatMap(([name, value]) =>
    name.endsWith('_id') && typeof value === 'bigint' ? value : [],
  )
}

/** A character takes two bytes at most in a text, and three in UTF-8. */
function bytesOf({ head, rest }: CutUser): number {
  return ENTRY_BYTES + 5 * (head.length + rest.length)
}
