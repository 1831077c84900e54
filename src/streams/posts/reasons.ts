/** Defines the reasons why connections of post streams end (spec/post-streams.md#disconnects). */
import type { CloseReason } from '../close-reasons.ts'
import type { StreamFormat } from '../format.ts'

/**
 * - `displaced`: another process has admitted a connection of the app, because this process had lost the database.
 * - `revoked`: the token of the app was revoked, or the app was suspended.
 * - `capped`: the monthly cap of the app is used up.
 * - `retired`: the endpoint was retired.
 */
export type OwnCloseReason = 'displaced' | 'revoked' | 'capped' | 'retired'

export type PostCloseReason = CloseReason<OwnCloseReason>

export type PostStreamFormat = StreamFormat<OwnCloseReason>
