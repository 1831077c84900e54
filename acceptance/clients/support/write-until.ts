/** Writes posts for a client that reads a stream, until the client has received as many posts as it wants. */
import type { Stage } from './stage.ts'

/** Number of posts that this process has written. It makes each text different. */
let written = 0

export interface ReadStream<Value> {
  /** The result of the client. */
  readonly value: Value
  /** Texts of the posts that bob wrote meanwhile, by id. */
  readonly texts: ReadonlyMap<string, string>
}

/**
 * Writes posts by bob until `reading` settles, because a sample has only one post in a hundred. The posts contain the
 * word `cat`.
 * @throws the error of `reading`
 */
export async function writeUntil<Value>(stage: Stage, reading: Promise<Value>): Promise<ReadStream<Value>> {
  const texts = new Map<string, string>()
  let hasEnded = false
  const end = reading.finally(() => {
    hasEnded = true
  })
  // The error is thrown below, after the last post.
  end.catch(() => undefined)
  while (!hasEnded) {
    written += 1
    const text = `cat ${written} on a stream`
    const path = `/1.1/statuses/update.json?status=${encodeURIComponent(text)}`
    const { id_str: id } = (await stage.as(stage.network.bob, 'POST', path)) as { readonly id_str: string }
    texts.set(id, text)
  }
  return { value: await end, texts }
}
