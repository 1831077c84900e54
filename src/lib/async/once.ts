/** All calls return the promise of the first one. */
export function once(work: () => Promise<void>): () => Promise<void> {
  let working: Promise<void> | undefined
  return () => {
    working ??= work()
    return working
  }
}
