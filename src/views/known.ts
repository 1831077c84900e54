/** Something of the database as it is kept in memory: itself, and what was rendered of it, each rendering made once. */
export class Known<Thing> {
  readonly it: Thing
  readonly #isPassing: boolean
  /** Most things are rendered in one way, and that is found without a map. */
  #name: string | undefined
  #rendering: unknown
  #others: Map<string, unknown> | undefined

  /** @param isPassing whether nobody keeps it: then no rendering is kept with it either */
  constructor(it: Thing, isPassing = false) {
    this.it = it
    this.#isPassing = isPassing
  }

  /** The rendering of that name. A name always stands for the same type. @param onMade told of a new one that is kept */
  rendering<T>(name: string, make: (it: Thing) => T, onMade?: (made: T) => void): T {
    if (this.#isPassing) return make(this.it)
    if (this.#name === name) return this.#rendering as T
    const known = this.#others?.get(name)
    if (known !== undefined) return known as T
    const made = make(this.it)
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
export function knownOf<Thing>(things: ReadonlyMap<bigint, Thing>): ReadonlyMap<bigint, Known<Thing>> {
  const known = new Map<bigint, Known<Thing>>()
  for (const [id, thing] of things) known.set(id, new Known(thing))
  return known
}
