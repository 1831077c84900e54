/** Reference-counted values. Callers that hold the same name share one value. */

interface Entry<Value> {
  readonly value: Value
  holders: number
}

export class Shared<Value> {
  readonly #entries = new Map<string, Entry<Value>>()

  /** Number of values. */
  get size(): number {
    return this.#entries.size
  }

  /**
   * Returns the value of a name, and counts the caller as a holder of this name. If the name has no value yet, its
   * value becomes `value`. Call {@link release} once for each call of this method.
   */
  hold(name: string, value: Value): Value {
    const entry = this.#entries.get(name) ?? { value, holders: 0 }
    entry.holders += 1
    this.#entries.set(name, entry)
    return entry.value
  }

  /** Releases one {@link hold}; an unknown name has no effect. */
  release(name: string): void {
    const entry = this.#entries.get(name)
    if (entry === undefined) return
    entry.holders -= 1
    if (entry.holders === 0) this.#entries.delete(name)
  }
}
