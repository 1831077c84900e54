/** The reference model of the test data, with users and their relations. */

/** Kinds of directed relations between users. */
export type RelationKind = 'follows' | 'requests' | 'blocks' | 'mutes' | 'hides retweets'

/** The final state of a user. */
export interface UserState {
  readonly isProtected: boolean
  readonly isSuspended: boolean
  readonly isDeactivated: boolean
  readonly isWithheld: boolean
}

export interface Person {
  /** Unique name in failure messages. */
  readonly label: string
  readonly id: bigint
  readonly screenName: string
  readonly name: string
  readonly userState: UserState
}

/** Suspended and deactivated users are hidden from all callers. */
export function isHidden({ userState }: Pick<Person, 'userState'>): boolean {
  return userState.isSuspended || userState.isDeactivated
}

/** The relations between one user and another, in both directions. */
export interface Relations {
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
  readonly #relations = new Set<string>()

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

  /**
   * Adds a relation. A block ends follows and requests between the two users. A follow ends the follow
   * request.
   */
  relate(kind: RelationKind, from: Person, to: Person): void {
    this.#relations.add(keyOf(kind, from, to))
    if (kind === 'follows') this.#relations.delete(keyOf('requests', from, to))
    if (kind !== 'blocks') return
    for (const ended of ['follows', 'requests', 'hides retweets'] as const) {
      this.#relations.delete(keyOf(ended, from, to))
      this.#relations.delete(keyOf(ended, to, from))
    }
  }

  has(kind: RelationKind, from: Person, to: Person): boolean {
    return this.#relations.has(keyOf(kind, from, to))
  }

  /** The targets of relations of this kind from a user. */
  towards(kind: RelationKind, from: Person): Person[] {
    return this.people.filter((other) => this.has(kind, from, other))
  }

  /** The sources of relations of this kind to a user. */
  from(kind: RelationKind, to: Person): Person[] {
    return this.people.filter((other) => this.has(kind, other, to))
  }

  between(one: Person, other: Person): Relations {
    const following = this.has('follows', one, other)
    return {
      following,
      followedBy: this.has('follows', other, one),
      requested: this.has('requests', one, other),
      received: this.has('requests', other, one),
      blocking: this.has('blocks', one, other),
      blockedBy: this.has('blocks', other, one),
      muting: this.has('mutes', one, other),
      wantsRetweets: following && !this.has('hides retweets', one, other),
    }
  }
}

function keyOf(kind: RelationKind, from: Person, to: Person): string {
  return `${from.id} ${kind} ${to.id}`
}
