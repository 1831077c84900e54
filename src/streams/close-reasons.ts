/**
 * Defines the reasons why connections end, for all kinds of streams. They are labels of
 * `aviary_stream_closed_total`.
 */

/**
 * - `client`: the client closed the connection, so the server sends nothing more.
 * - `slow`: the client was too slow for the limited buffer of messages.
 * - `stalled`: the client read nothing for too long.
 * - `restart`: the server stops.
 * - `gap`: the log was trimmed before the server read the events that the connection still needed.
 * - `failure`: the log or a message cannot be read.
 */
export type CommonCloseReason = 'client' | 'slow' | 'stalled' | 'restart' | 'gap' | 'failure'

/** The reasons of one stream. @typeParam Own reasons that only this stream has */
export type CloseReason<Own extends string = never> = CommonCloseReason | Own

/** A reason that the server sends to the client. */
export type SentReason<Own extends string = never> = Exclude<CommonCloseReason, 'client'> | Own
