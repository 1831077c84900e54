/** Values that many hold at once: those of equal names are one, for as long as somebody holds it. */

interface Entry<Value> {
  readonly value: Value
  holders: number
}

export class Shared<Value> {
  readonly #entries = new Map<string, Entry<Value>>()

  /** How many different values are held. */
  get size(): number {
    return this.#entries.size
  }

  /** The value of that name, which is `value` when nobody holds one yet. Each is to be released once. */
  hold(name: string, value: Value): Value {
    const entry = this.#entries.get(name) ?? { value, holders: 0 }
    entry.holders += 1
    this.#entries.set(name, entry)
    return entry.value
  }

  /** Undoes one {@link hold}; of a name that nobody holds it does nothing. */
  release(name: string): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    entry.holders -= 1
    if (entry.holders === 0) this.#entries.delete(name)
  }
}
