/**
 * Generates a deterministic follow graph that grows like real networks. Most edges go to accounts with many
 * followers, so that follower counts follow a power law.
 */
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface GraphEdge {
  readonly follower: bigint
  readonly followee: bigint
}

const SEED = 20_200_812
/** Edges per account. */
const EDGES_PER_USER = 20
/** Probability that a followee is chosen by popularity instead of uniformly. */
const POPULARITY = 0.8

/** Edges in arrays of `piece` edges, oldest first, without duplicates and self-follows. */
export function* powerLawGraph(edges: number, piece: number): Generator<GraphEdge[]> {
  const random = mulberry32(SEED)
  const below = (bound: number) => Math.floor(random() * bound)
  const followees = new Uint32Array(edges)
  const seen = new EdgeSet(edges)
  let users = 2
  let made: GraphEdge[] = []
  while (seen.size < edges) {
    const isNew = random() < 1 / EDGES_PER_USER
    const follower = isNew ? users : below(users)
    const followee =
      random() < POPULARITY && seen.size > 0 ? (followees[below(seen.size)] ?? 0) : below(users)
    const edge = follower * 2 ** 26 + followee
    if (follower === followee || !seen.add(edge)) continue
    if (isNew) users += 1
    followees[seen.size - 1] = followee
    made.push({ follower: idOf(follower), followee: idOf(followee) })
    if (made.length < piece) continue
    yield made
    made = []
  }
  if (made.length > 0) yield made
}

/**
 * A set of safe integers above 0. A `Set` has at most 2^24 entries. This set has no such limit and takes 12
 * to 24 bytes per edge.
 */
class EdgeSet {
  readonly #slots: Float64Array
  size = 0

  constructor(count: number) {
    this.#slots = new Float64Array(2 ** Math.ceil(Math.log2(Math.max(count, 1) * 1.5)))
  }

  /** @returns false for an edge that is in the set */
  add(edge: number): boolean {
    const mask = this.#slots.length - 1
    let at = Math.imul((edge % 2 ** 32) ^ (edge / 2 ** 32), 0x9e3779b1) >>> 4
    for (at &= mask; this.#slots[at] !== 0; at = (at + 1) & mask) if (this.#slots[at] === edge) return false
    this.#slots[at] = edge
    this.size += 1
    return true
  }
}

/** Writes the graph in the format of `aviary import follows`. */
export async function writeGraph(file: string, edges: number): Promise<void> {
  const lines = function* () {
    for (const piece of powerLawGraph(edges, 10_000)) {
      yield piece.map(({ follower, followee }) => `${follower} ${followee}\n`).join('')
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

/** Older accounts have short ids and newer accounts have ids of 19 digits. The graph mixes both. */
function idOf(user: number): bigint {
  return user % 2 === 0
    ? 10_000_000n + BigInt(user) * 13n
    : 1_100_000_000_000_000_000n + BigInt(user) * 155_189_249n
}

/** A small seeded generator of numbers from 0 to 1 (Tommy Ettinger's mulberry32). */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
