/**
 * Defines the wire format of a stream: how it frames messages, and which messages the server itself adds. Each API has a
 * different format.
 */
import type { SentReason } from './close-reasons.ts'

export interface StreamFormat<Own extends string = never> {
  /** The bytes to send after {@link keepAliveMs} without a message. */
  readonly keepAlive: Uint8Array
  readonly keepAliveMs: number
  /**
   * Frames a message, for example with a line break after the text or with its length before the text.
   * @param json the text of the message
   */
  frame(json: string): string
  /**
   * The message that ends a stream, without a frame.
   * @param at the time of the end, in milliseconds since the Unix epoch
   */
  lastMessage(reason: SentReason<Own>, at: number): string
}
