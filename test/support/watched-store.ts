import type { Store } from '../../src/db/store.ts'

export interface WatchedStore {
  readonly store: Store
  /** How often readers have asked the database for rows. */
  readonly reads: { count: number }
}

/**
 * A store over another that counts reads.
 * @param bells whether it rings when something was appended; false for a store that has gone deaf
 */
export function watchedStore(inner: Store, bells = true): WatchedStore {
  const reads = { count: 0 }
  const silence = () => () => {}
  const store: Store = {
    engine: inner.engine,
    // Whoever watches wants everything to be asked.
    term: undefined,
    rows(query, parameters) {
      reads.count += 1
      return inner.rows(query, parameters)
    },
    first: (query, parameters) => inner.first(query, parameters),
    write: (verb) => inner.write(verb),
    writeGathered: (verb, input) => inner.writeGathered(verb, input),
    writeAside: (verb) => inner.writeAside(verb),
    writeAlone: (verb) => inner.writeAlone(verb),
    stream: (query, parameters) => inner.stream(query, parameters),
    analyze: () => inner.analyze(),
    onAppend: bells ? (listener) => inner.onAppend(listener) : silence,
    onForeignAppend: bells ? (listener) => inner.onForeignAppend(listener) : silence,
    close: () => inner.close(),
  }
  return { store, reads }
}
