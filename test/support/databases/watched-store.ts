import type { Store } from '../../../src/db/store.ts'

export interface WatchedStore {
  readonly store: Store
  /** Number of calls of `rows`. */
  readonly reads: { count: number }
}

/**
 * Wraps a store and counts its calls of `rows`.
 * @param rings false to drop notifications of appends
 */
export function watchedStore(inner: Store, rings = true): WatchedStore {
  const reads = { count: 0 }
  const silence = () => () => {}
  const store: Store = {
    engine: inner.engine,
    logger: inner.logger,
    version: undefined,
    rows(query, parameters) {
      reads.count += 1
      return inner.rows(query, parameters)
    },
    first: (query, parameters) => inner.first(query, parameters),
    write: (verb) => inner.write(verb),
    writeBatched: (verb, input) => inner.writeBatched(verb, input),
    writeAside: (verb) => inner.writeAside(verb),
    writeAlone: (verb) => inner.writeAlone(verb),
    stream: (query, parameters) => inner.stream(query, parameters),
    analyze: () => inner.analyze(),
    onAppend: rings ? (listener) => inner.onAppend(listener) : silence,
    close: () => inner.close(),
  }
  return { store, reads }
}
