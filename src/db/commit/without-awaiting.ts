/**
 * Sends writes without awaiting them, so that the last writes are sent together with the commit. The transaction
 * records a failed write and refuses the command.
 */
export function withoutAwaiting(writes: readonly Promise<unknown>[]): void {
  // No code awaits these promises. The transaction records a failed write.
  for (const write of writes) write.catch(() => undefined)
}
