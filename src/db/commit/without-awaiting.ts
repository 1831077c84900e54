/**
 * Sends writes without awaiting them, so that the last ones travel with the commit. The transaction records a failure
 * and refuses the command.
 */
export function withoutAwaiting(writes: readonly Promise<unknown>[]): void {
  // The transaction records the failure.
  for (const write of writes) write.catch(() => undefined)
}
