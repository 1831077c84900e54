/** Stores all waiting items together. This is the simplest way to batch writes. */

interface Waiting<Item> {
  readonly item: Item
  readonly done: () => void
  readonly failed: (error: unknown) => void
}

/** Resolves when the transaction that stored `item` is durable. */
export type Batcher<Item> = (item: Item) => Promise<void>

/** @param commit stores a batch in one transaction; calls never overlap */
export function batcher<Item>(commit: (items: readonly Item[]) => Promise<unknown>): Batcher<Item> {
  let waiting: Waiting<Item>[] = []
  let isCommitting = false

  async function commitAll(): Promise<void> {
    isCommitting = true
    while (waiting.length > 0) {
      await new Promise(setImmediate)
      const group = waiting
      waiting = []
      try {
        await commit(group.map(({ item }) => item))
        for (const { done } of group) done()
      } catch (error) {
        for (const { failed } of group) failed(error)
      }
    }
    isCommitting = false
  }

  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (!isCommitting) void commitAll()
    })
}
