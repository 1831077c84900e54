/**
 * Reads a stream to its end, as clients do. A client treats a connection on which no line arrives as broken.
 */

/**
 * Milliseconds without a line after which a client closes the connection. Streams send a keep-alive every 20
 * s.
 */
const SILENT_MS = 30_000
const LOOK_MS = 1_000

/** An open connection to a stream of any kind. */
export interface Connection {
  /** Messages that the client has received so far. */
  readonly messages: readonly unknown[]
  readonly keepAlives: number
  /**
   * Calls `isSo` after each chunk, and resolves when it returns true. @throws when the stream ends before
   * that
   */
  until(isSo: () => boolean): Promise<void>
  close(): void
}

/**
 * Calls `take` with each message, until the stream ends, the stream is silent for too long, or `isStopped`
 * returns true. Never rejects.
 */
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

/** True when each value is greater than the previous value. */
export function isRising(values: readonly (bigint | number)[]): boolean {
  return values.every((value, index) => index === 0 || value > (values[index - 1] ?? value))
}
