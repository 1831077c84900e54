/** Something of the database as it is kept in memory: itself, and what was rendered of it, each rendering made once. */
export class CachedEntity<Thing> {
  readonly entity: Thing
  readonly #isPassing: boolean
  /** Most things are rendered in one way, and that is found without a map. */
  #name: string | undefined
  #rendering: unknown
  #others: Map<string, unknown> | undefined

  /** @param isPassing whether nobody keeps it: then no rendering is kept with it either */
  constructor(entity: Thing, isPassing = false) {
    this.entity = entity
    this.#isPassing = isPassing
  }

  /** The rendering of that name. A name always stands for the same type. @param onMade told of a new one that is kept */
  rendering<T>(name: string, make: (entity: Thing) => T, onMade?: (made: T) => void): T {
    if (this.#isPassing) return make(this.entity)
    if (this.#name === name) return this.#rendering as T
    const cached = this.#others?.get(name)
    if (cached !== undefined) return cached as T
    const made = make(this.entity)
    if (this.#name === undefined) {
      this.#name = name
      this.#rendering = made
    } else {
      this.#others ??= new Map()
      this.#others.set(name, made)
    }
    onMade?.(made)
    return made
  }
}

/** Each of these things as it is kept. */
export function cachedEntities<Thing>(
  things: ReadonlyMap<bigint, Thing>,
): ReadonlyMap<bigint, CachedEntity<Thing>> {
  const cached = new Map<bigint, CachedEntity<Thing>>()
  for (const [id, thing] of things) cached.set(id, new CachedEntity(thing))
  return cached
}
