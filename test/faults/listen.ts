/** Reads a stream to its end, as clients do: a connection without any line is taken for dead. */

/** Without a line for this long a client closes the connection: streams send a keep-alive every 20 s. */
const SILENT_MS = 30_000
const LOOK_MS = 1_000

/** An open connection of any stream. */
export interface Connection {
  /** Messages so far. */
  readonly messages: readonly unknown[]
  readonly keepAlives: number
  /** Resolves when `isSo`, which is called after each chunk. @throws when the stream ends before */
  until(isSo: () => boolean): Promise<void>
  close(): void
}

/** Calls `take` with each message, until the stream ends, is silent, or `isStopped`. Never rejects. */
export async function listen(
  connection: Connection,
  isStopped: () => boolean,
  take: (message: unknown) => void,
): Promise<void> {
  let seen = 0
  let lastAt = Date.now()
  let keepAlives = 0
  const watch = setInterval(() => {
    if (connection.keepAlives !== keepAlives) lastAt = Date.now()
    keepAlives = connection.keepAlives
    if (Date.now() - lastAt > SILENT_MS) connection.close()
  }, LOOK_MS)
  const takeNew = () => {
    const messages = connection.messages.slice(seen)
    seen += messages.length
    if (messages.length > 0) lastAt = Date.now()
    for (const message of messages) take(message)
    return isStopped()
  }
  await connection.until(takeNew).catch(() => takeNew())
  clearInterval(watch)
  connection.close()
}

/** True when each value is greater than the one before it. */
export function isRising(values: readonly (bigint | number)[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] ?? value))
}
