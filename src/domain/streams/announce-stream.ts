import { append } from '../../log/append.ts'
import type { Context } from '../context.ts'

export interface AnnounceInput {
  readonly userId: bigint
  readonly appId: bigint
  /** Id of the connection; no other connection, past or present, has the same id. */
  readonly streamId: bigint
  /** Undefined for the filtered and sampled streams. */
  readonly product?: 'user'
}

/**
 * Announces a new connection of a user and app to a v1.1 stream. A node that has an older connection of the same user
 * and app then ends the older connection. The order of the announcements in the event log shows which connection is
 * newer (spec/v1-streams-and-lists.md#connections).
 */
export async function announceStream(
  { store, clock }: Pick<Context, 'store' | 'clock'>,
  { userId, appId, streamId, product }: AnnounceInput,
): Promise<void> {
  const now = clock.now()
  await store.write(async (tx) => {
    const ends = { user_id: userId, app_id: appId, stream_id: streamId }
    append(tx, now, { kind: 'stream.opened', ...ends, ...(product === undefined ? {} : { product }) })
  })
}
