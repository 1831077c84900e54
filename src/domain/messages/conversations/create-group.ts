import { type Context, Refusal } from '../../context.ts'
import { compose } from '../compose.ts'
import { type Draft, MAX_MESSAGE_LENGTH } from '../draft.ts'
import { readMessagingStates, requireMayMessage } from '../messaging-state.ts'
import { insertGroup, insertGroupEvent, MAX_PARTICIPANTS, MIN_PARTICIPANTS } from './groups.ts'
import { contentFor } from './send-to-group.ts'

export interface CreateGroupInput {
  readonly creatorId: bigint
  /** Participants without the creator, in any order. */
  readonly participantIds: readonly bigint[]
  /** The app that the creator uses. */
  readonly appId: bigint | null
  readonly draft: Draft
}

export interface CreatedGroup {
  readonly groupId: bigint
  /** Id of the event of the first message. */
  readonly eventId: bigint
}

/**
 * Creates a group conversation with a first message. The creator must be allowed to write to each participant.
 * @throws {Refusal} `group-invalid` for too few or too many participants; and the reasons of `sendMessage`
 */
export async function createGroup(context: Context, input: CreateGroupInput): Promise<CreatedGroup> {
  const { creatorId, appId, draft } = input
  const others = [...new Set(input.participantIds)].filter((id) => id !== creatorId)
  if (others.length < MIN_PARTICIPANTS || others.length > MAX_PARTICIPANTS) {
    throw new Refusal('group-invalid', `a group has ${MIN_PARTICIPANTS} to ${MAX_PARTICIPANTS} participants`)
  }
  const content = await compose(context, draft, MAX_MESSAGE_LENGTH)
  const [groupId, joinId, eventId] = [
    await context.ids.make(),
    await context.ids.make(),
    await context.ids.make(),
  ]
  const now = context.clock.now()
  const members = [creatorId, ...others]
  await context.store.write(async (tx) => {
    const pairs = others.map((recipientId) => ({ senderId: creatorId, recipientId }))
    for (const state of await readMessagingStates(tx, pairs)) requireMayMessage(state)
    await insertGroup(tx, { id: groupId, creatorId, now }, members)
    const shared = { group_id: groupId, sender_id: creatorId, app_id: appId }
    const joined = JSON.stringify(members.map(String))
    await insertGroupEvent(tx, { id: joinId, kind: 'join', content: joined, ...shared }, members, now)
    const message = { senderId: creatorId, eventId, draft, now }
    const text = JSON.stringify(await contentFor(context, tx, message, content))
    await insertGroupEvent(tx, { id: eventId, kind: 'message', content: text, ...shared }, members, now)
  })
  return { groupId, eventId }
}
