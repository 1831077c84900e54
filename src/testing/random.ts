/**
 * Makes the random bytes of test mode. Every start with the same seed makes the same bytes, and a reset starts the
 * sequence again.
 */
import { createCipheriv, hash } from 'node:crypto'
import type { Random, RandomUser } from '../lib/time/clock.ts'

const KEY_BYTES = 16
const ZEROS = Buffer.alloc(4096)

/**
 * A source of random bytes for the server. A part of the server that takes bytes in no fixed order has its own
 * source.
 */
export class SeededRandoms {
  readonly server: SeededRandom
  readonly #seed: string
  readonly #parts = new Map<RandomUser, SeededRandom>()

  constructor(seed: string) {
    this.#seed = seed
    this.server = new SeededRandom(`server${seed}`)
  }

  readonly of = (user: RandomUser): Random => {
    const part = this.#parts.get(user) ?? new SeededRandom(`${user}${this.#seed}`)
    this.#parts.set(user, part)
    return part.bytes
  }

  /** Makes all sources start again from their first bytes. */
  restart(): void {
    this.server.restart()
    for (const part of this.#parts.values()) part.restart()
  }
}

/** Random bytes that a seed determines. Never use them for secrets of a server that others can reach. */
export class SeededRandom {
  readonly #key: Buffer
  #cipher: ReturnType<typeof createCipheriv>
  /** A function of the type {@link Random} that returns the bytes of this object. */
  readonly bytes = (count: number): Buffer => this.#next(count)

  constructor(seed: string) {
    this.#key = hash('sha256', `aviary test mode:${seed}`, 'buffer').subarray(0, KEY_BYTES)
    this.#cipher = this.#start()
  }

  /** Starts again from the first bytes. */
  restart(): void {
    this.#cipher = this.#start()
  }

  #start(): ReturnType<typeof createCipheriv> {
    return createCipheriv('aes-128-ctr', this.#key, Buffer.alloc(KEY_BYTES))
  }

  #next(count: number): Buffer {
    const zeros = count <= ZEROS.length ? ZEROS.subarray(0, count) : Buffer.alloc(count)
    return this.#cipher.update(zeros)
  }
}
