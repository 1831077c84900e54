/** Returns a function that calls `work` once. All calls return the promise of the first call. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | undefined
  return () => {
    working ??= work()
    return working
  }
}
