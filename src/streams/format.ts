/** The wire format of messages that the runtime sends itself; each API has its own. */
import type { SentReason } from './close-reasons.ts'

export interface StreamFormat<Own extends string = never> {
  /** Sent to a connection after {@link keepAliveMs} without a message. */
  readonly keepAlive: Uint8Array
  readonly keepAliveMs: number
  /** Frames one message, such as with a line break behind it or its length before it. @param json its text */
  frame(json: string): string
  /**
   * The message that ends a stream, not framed.
   * @param at the time, in milliseconds since the Unix epoch
   */
  lastMessage(reason: SentReason<Own>, at: number): string
}
