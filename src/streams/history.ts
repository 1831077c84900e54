/**
 * Defines how clients that resume get messages from before the present. Each kind of stream implements
 * {@link History}.
 */

/** The start of a connection, as its client requested it. */
export interface StreamStart {
  /** The last position that the client has received; undefined to begin at the present. */
  readonly after: bigint | undefined
  /** True if the client wants a message about events that the log does not have any more. */
  readonly sendsGaps: boolean
  /** True if the client wants positions. */
  readonly sendsPositions: boolean
}

/** A range of events that the log does not have any more. Both ends belong to the range. */
export interface Gap {
  readonly from: string
  readonly to: string
  readonly reason: 'retention'
}

/**
 * @param after the last position of the client
 * @param oldest the first readable position
 */
export function retentionGap(after: bigint, oldest: bigint): Gap {
  return { from: String(after + 1n), to: String(oldest - 1n), reason: 'retention' }
}

export interface HistoryStep<Content> {
  /** The messages of the step; undefined when the step has no message for the client. */
  readonly content: Content | undefined
  /**
   * The gap before the messages. Undefined when there is no gap, or when the client does not want messages about gaps.
   */
  readonly gap: Gap | undefined
}

/**
 * History is read in steps. When {@link isNear} returns true, the connection joins the present and then reads the rest
 * of the history.
 */
export interface History<Content> {
  /** Position up to which history has been read; before the first step, the position of the start. */
  readonly position: bigint
  /** True if the connection may join the present now. @param head the position of the present */
  isNear(head: bigint): boolean
  /**
   * Reads the next step, which ends at `upTo` or before. When the connection ends, the read may be abandoned.
   * @param signal aborted when the connection ends
   * @throws the errors of {@link Tail.readAfter}, except `PositionTooOld`
   */
  next(upTo: bigint, signal: AbortSignal): Promise<HistoryStep<Content>>
}
