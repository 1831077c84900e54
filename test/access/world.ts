/** What is so on the scene, as plainly as it can be kept: who there is, and what stands between them. */

/** What one may do to another. `spurns`: follows without wanting retweets. */
export type Tie = 'follows' | 'asks' | 'blocks' | 'mutes' | 'spurns'

/** What a user is in the end, however it came to it. */
export interface Standing {
  readonly isProtected: boolean
  readonly isSuspended: boolean
  readonly isDeactivated: boolean
  readonly isWithheld: boolean
}

export interface Person {
  /** By which failures name it; no two have the same. */
  readonly label: string
  readonly id: bigint
  readonly screenName: string
  readonly name: string
  readonly standing: Standing
}

/** Suspended and deactivated users are shown to nobody. */
export function isHidden({ standing }: Pick<Person, 'standing'>): boolean {
  return standing.isSuspended || standing.isDeactivated
}

/** What stands between two, as the first has it. */
export interface Ties {
  readonly following: boolean
  readonly followedBy: boolean
  readonly requested: boolean
  readonly received: boolean
  readonly blocking: boolean
  readonly blockedBy: boolean
  readonly muting: boolean
  readonly wantsRetweets: boolean
}

export class World {
  readonly #people = new Map<bigint, Person>()
  readonly #ties = new Set<string>()

  join(person: Person): Person {
    this.#people.set(person.id, person)
    return person
  }

  get people(): readonly Person[] {
    return [...this.#people.values()]
  }

  person(id: bigint): Person | undefined {
    return this.#people.get(id)
  }

  /** A block ends what the two follow and ask of each other; an answered request is none. */
  tie(tie: Tie, from: Person, to: Person): void {
    this.#ties.add(keyOf(tie, from, to))
    if (tie === 'follows') this.#ties.delete(keyOf('asks', from, to))
    if (tie !== 'blocks') return
    for (const ended of ['follows', 'asks', 'spurns'] as const) {
      this.#ties.delete(keyOf(ended, from, to))
      this.#ties.delete(keyOf(ended, to, from))
    }
  }

  has(tie: Tie, from: Person, to: Person): boolean {
    return this.#ties.has(keyOf(tie, from, to))
  }

  /** Those to whom `from` has that tie. */
  towards(tie: Tie, from: Person): Person[] {
    return this.people.filter((other) => this.has(tie, from, other))
  }

  /** Those who have that tie to `to`. */
  from(tie: Tie, to: Person): Person[] {
    return this.people.filter((other) => this.has(tie, other, to))
  }

  between(one: Person, other: Person): Ties {
    const following = this.has('follows', one, other)
    return {
      following,
      followedBy: this.has('follows', other, one),
      requested: this.has('asks', one, other),
      received: this.has('asks', other, one),
      blocking: this.has('blocks', one, other),
      blockedBy: this.has('blocks', other, one),
      muting: this.has('mutes', one, other),
      wantsRetweets: following && !this.has('spurns', one, other),
    }
  }
}

function keyOf(tie: Tie, from: Person, to: Person): string {
  return `${from.id} ${tie} ${to.id}`
}
