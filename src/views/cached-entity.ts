/** Keeps a database entity in memory, with its renderings. Each rendering is made once. */
export class CachedEntity<Thing> {
  readonly entity: Thing
  readonly #isPassing: boolean
  /** The first rendering needs no map, because most entities have only one rendering. */
  #name: string | undefined
  #rendering: unknown
  #others: Map<string, unknown> | undefined

  /**
   * @param isPassing true for an entity that no cache contains; the renderings of such an entity are made again for
   * each call
   */
  constructor(entity: Thing, isPassing = false) {
    this.entity = entity
    this.#isPassing = isPassing
  }

  /**
   * The rendering with the given name. All renderings with the same name must have the same type.
   * @param onMade called with each new rendering that is cached
   */
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

/** Wraps entities for a cache. */
export function cachedEntities<Thing>(
  things: ReadonlyMap<bigint, Thing>,
): ReadonlyMap<bigint, CachedEntity<Thing>> {
  const cached = new Map<bigint, CachedEntity<Thing>>()
  for (const [id, thing] of things) cached.set(id, new CachedEntity(thing))
  return cached
}
