/** Renders direct message events, with the users, posts and media that they reference. */
import type { DmEvent } from '../../../domain/messages/conversations/dm-event.ts'
import { postIdOf } from '../../../domain/posts/text/permalink.ts'
import { DM_EVENT_FIELDS, mediaOfMessage, type ShownDmEvent } from '../../../formats/v2/dm-event-fields.ts'
import { mediaObject } from '../../../formats/v2/media.ts'
import { mediaKey } from '../../../formats/v2/media-key.ts'
import type { CachedUser } from '../../../views/user-cache.ts'
import type { Services } from '../../_services.ts'
import { NOTHING_INCLUDED, type Parts } from '../parts.ts'
import { postPartsOf } from '../posts.ts'
import { readSurroundings } from '../surroundings.ts'
import { userTexts } from '../user-texts.ts'
import type { V2View } from '../view.ts'
import type { DmSelection } from './dm-selection.ts'

/**
 * Renders events in the given order. Users who are suspended or deactivated, and posts that the viewer may not see, are
 * not included.
 * @param view an object that also has the selected fields of included objects
 */
export async function dmParts(
  services: Services,
  view: V2View,
  selection: DmSelection,
  events: readonly DmEvent[],
): Promise<Parts> {
  const hosts = view.origin === '' ? [] : [new URL(view.origin).host]
  const shown = events.map((event) => ({ event, postIds: postsIn(event, hosts) }))
  const data = shown.map((each) => json(DM_EVENT_FIELDS.members({ shown: each }, selection.events, view.day)))
  const { expansions } = selection
  const users = await usersOf(services, peopleIn(shown, selection))
  const tweets = expansions.has('referenced_tweets.id') ? await tweetsOf(services, view, shown) : []
  const surroundings = await readSurroundings(services, view, users)
  return {
    data,
    errors: [],
    includes: {
      ...NOTHING_INCLUDED,
      tweets,
      users: userTexts(services, view, users, surroundings),
      media: expansions.has('attachments.media_keys') ? mediaIn(shown, view) : [],
    },
  }
}

/** Ids of the posts that a message links to, each once. */
function postsIn({ content }: DmEvent, hosts: readonly string[]): readonly bigint[] {
  const linked = (content?.urls ?? []).flatMap(({ expanded_url }) => postIdOf(expanded_url, hosts) ?? [])
  return [...new Set(linked)]
}

function peopleIn(shown: readonly ShownDmEvent[], { expansions }: DmSelection): readonly bigint[] {
  const people = new Set<bigint>()
  for (const { event } of shown) {
    if (expansions.has('sender_id')) people.add(event.senderId)
    if (expansions.has('participant_ids')) for (const id of event.participantIds) people.add(id)
  }
  return [...people]
}

async function usersOf({ users }: Services, ids: readonly bigint[]): Promise<readonly CachedUser[]> {
  if (ids.length === 0) return []
  const found = await users.get(ids)
  return found.flatMap((user) =>
    user === undefined || user.entity.suspendedAt !== null || user.entity.deactivatedAt !== null ? [] : user,
  )
}

async function tweetsOf(services: Services, view: V2View, shown: readonly ShownDmEvent[]) {
  const ids = [...new Set(shown.flatMap(({ postIds }) => postIds))]
  return ids.length === 0 ? [] : (await postPartsOf(services, view, ids)).data
}

function mediaIn(shown: readonly ShownDmEvent[], { selection, origin, day }: V2View): Buffer[] {
  const media = new Map<string, Buffer>()
  for (const { event } of shown) {
    const medium = event.content && mediaOfMessage(event.content)
    if (medium === undefined) continue
    media.set(mediaKey(medium), json(mediaObject(medium, selection.media, origin, day)))
  }
  return [...media.values()]
}

function json(object: Record<string, unknown>): Buffer {
  return Buffer.from(JSON.stringify(object))
}
