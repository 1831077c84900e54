/** Holds requests back after the end of a session until the next sign-in. */

type Listener = () => void

const listeners = new Set<Listener>()
let waiting: { readonly promise: Promise<void>; readonly resolve: () => void } | undefined

/** Opens the sign-in form. Resolves after the sign-in. All waiting requests share one form. */
export function whenSignedInAgain(): Promise<void> {
  if (waiting === undefined) {
    waiting = Promise.withResolvers<void>()
    for (const listener of listeners) listener()
  }
  return waiting.promise
}

/** Sends the waiting requests again. */
export function signedInAgain(): void {
  const ended = waiting
  waiting = undefined
  for (const listener of listeners) listener()
  ended?.resolve()
}

/** The state for the hook `useSyncExternalStore`. */
export const endedSession = {
  subscribe(listener: Listener): () => void {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  isOpen: (): boolean => waiting !== undefined,
}
