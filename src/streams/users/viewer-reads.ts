/** Reads data about the viewers of connections from the database. */
import { findLiveToken } from '../../domain/apps/find-live-token.ts'
import type { Context } from '../../domain/context.ts'
import { followedUsers } from '../../domain/graph/followed.ts'
import type { EventOf } from '../../log/event.ts'
import type { Audience } from './audience.ts'
import type { UserStreamConnection } from './connection.ts'
import { MAX_FOLLOWED } from './streams.ts'

type Store = Context['store']

/**
 * Reads which users the viewers of a connection follow, and sends the first messages. The connection must already
 * receive events from the log.
 */
export async function beginViewers(store: Store, connection: UserStreamConnection): Promise<void> {
  const { request } = connection.session
  for (const json of request.firstMessages()) connection.notify(json)
  for (const { userId, followed } of connection.viewers) {
    if (!request.withFollowings) {
      followed.begin([])
      continue
    }
    const follows = await followedUsers(store, userId, MAX_FOLLOWED)
    connection.notify(request.addressed(userId, request.followsMessage(userId, follows)))
    followed.begin(follows.ids)
  }
}

/** Stops the messages of a site stream for a user, unless the user has another token of the stream's app. */
export async function removeRevoked(
  store: Store,
  { user_id: userId, app_id }: EventOf<'token.revoked'>,
  audience: Audience,
): Promise<void> {
  for (const viewer of [...audience.viewersOf(userId)]) {
    const { appId, product } = viewer.connection.session.request
    if (product !== 'site' || appId !== app_id) continue
    if ((await findLiveToken(store, { appId, userId })) === undefined) audience.remove(viewer)
  }
}
