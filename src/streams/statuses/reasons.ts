/** Defines the reasons why connections of the v1.1 streams end (spec/v1-streams-and-lists.md#disconnects). */
import type { CloseReason } from '../close-reasons.ts'
import type { StreamFormat } from '../format.ts'

/**
 * - `displaced`: the user has opened a newer connection with the same app.
 * - `revoked`: the token was revoked, or its app or user was suspended.
 * - `retired`: the endpoint was retired.
 */
export type OwnCloseReason = 'displaced' | 'revoked' | 'retired'

export type StatusCloseReason = CloseReason<OwnCloseReason>

export type StatusStreamFormat = StreamFormat<OwnCloseReason>
