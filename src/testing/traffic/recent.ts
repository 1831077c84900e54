/**
 * Stores the recent posts of a simulation, and chooses posts for reactions. Posts with reactions get further
 * reactions with a higher probability, so that a few posts get most reactions.
 */
import { below, pick, type Uniform } from '../../demo/random.ts'
import type { SimulatedUser } from './crowd.ts'

export interface SimulatedPost {
  readonly id: bigint
  readonly author: SimulatedUser
  /** Milliseconds since the Unix epoch. */
  readonly at: number
  readonly text: string
}

const MAX_POSTS = 2_000

/** Maximum number of reactions that are stored. */
const MAX_HITS = 2_000

/** Share of reactions that go to posts with earlier reactions. */
const CASCADING = 0.7

export class Recent {
  readonly #uniform: Uniform
  readonly #posts: SimulatedPost[] = []
  readonly #byId = new Map<bigint, SimulatedPost>()
  /** The post of each stored reaction. A post with several reactions is in this list several times. */
  #hits: SimulatedPost[] = []

  constructor(uniform: Uniform) {
    this.#uniform = uniform
  }

  add(post: SimulatedPost): void {
    this.#byId.set(post.id, post)
    if (this.#posts.length < MAX_POSTS) {
      this.#posts.push(post)
      return
    }
    const at = below(this.#uniform, MAX_POSTS)
    const left = this.#posts[at]
    if (left !== undefined) this.#forget(left)
    this.#posts[at] = post
  }

  remove(post: SimulatedPost): void {
    const at = this.#posts.indexOf(post)
    const last = this.#posts.pop()
    if (last !== undefined && last !== post && at >= 0) this.#posts[at] = last
    this.#forget(post)
  }

  /** A random post; undefined if there are no posts. */
  any(): SimulatedPost | undefined {
    return this.#posts.length === 0 ? undefined : pick(this.#uniform, this.#posts)
  }

  /** A random post for a reaction; undefined if there are no posts. */
  target(): SimulatedPost | undefined {
    const isCascade = this.#hits.length > 0 && this.#uniform() < CASCADING
    return isCascade ? pick(this.#uniform, this.#hits) : this.any()
  }

  hit(post: SimulatedPost): void {
    if (!this.#byId.has(post.id)) return
    if (this.#hits.length < MAX_HITS) this.#hits.push(post)
    else this.#hits[below(this.#uniform, MAX_HITS)] = post
  }

  hitById(id: bigint): void {
    const post = this.#byId.get(id)
    if (post !== undefined) this.hit(post)
  }

  #forget(post: SimulatedPost): void {
    this.#byId.delete(post.id)
    this.#hits = this.#hits.filter((hit) => hit !== post)
  }
}
