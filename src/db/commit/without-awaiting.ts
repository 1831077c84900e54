/**
 * Lets writes of a verb go without waiting for them: when nothing comes behind, they travel with the commit. The
 * transaction keeps what fails, and refuses the verb for it.
 */
export function withoutAwaiting(writes: readonly Promise<unknown>[]): void {
  // Kept by the transaction, as above.
  for (const write of writes) write.catch(() => undefined)
}
