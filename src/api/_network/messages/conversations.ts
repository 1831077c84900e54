/** The list of the conversations of a member (spec/pages.md#messages). */
import { findFullUsers } from '../../../domain/accounts/find-users.ts'
import { conversationOf } from '../../../domain/messages/conversations/conversation-id.ts'
import type { DmEvent } from '../../../domain/messages/conversations/dm-event.ts'
import { eventIds } from '../../../domain/messages/conversations/event-ids.ts'
import { findEvents } from '../../../domain/messages/conversations/find-events.ts'
import { sentAtOf } from '../../../domain/messages/record.ts'
import type { Answer } from '../../../http/endpoint.ts'
import type { RequestOrigin } from '../../../http/request-origin.ts'
import { type Html, html } from '../../../text/html.ts'
import type { Services } from '../../_services.ts'
import type { Member } from '../member.ts'
import { networkAnswer } from '../page.ts'
import { minuteOf } from '../times.ts'

/** Number of the newest messages whose conversations are listed. */
const LOOKED_AT = 200

/** Number of characters of the last message that the list of conversations shows. */
const BEGINNING = 120

/** A call of a page with messages. */
export interface MessagesCall {
  readonly services: Services
  readonly outer: RequestOrigin
  readonly member: Member
}

/** The page with the conversations, each with one other user, ordered by the newest message. */
export async function conversationsAnswer(call: MessagesCall): Promise<Answer> {
  const { services, member } = call
  const { id: userId } = member.user
  const { ids } = await eventIds(services.store, {
    ...{ userId, conversation: undefined, kinds: ['message'], cursor: -1n, count: LOOKED_AT },
  })
  const events = await findEvents(services.store, userId, ids, services.onFailedRow.bind(null, 'message'))
  const newest = new Map<bigint, DmEvent>()
  for (const event of events) {
    const conversation = conversationOf(event.conversationId, userId)
    if (conversation?.kind === 'pair' && !newest.has(conversation.otherId))
      newest.set(conversation.otherId, event)
  }
  const users = await findFullUsers(services.store, [...newest.keys()])
  const items = [...newest].flatMap(([otherId, event]) => {
    const other = users.get(otherId)
    if (other === undefined || other.suspendedAt !== null || other.deactivatedAt !== null) return []
    const text = event.content?.text ?? ''
    return html`<article class="card post"><p><a class="name" href="/messages/${other.screenName}"><bdi>${other.name}</bdi></a> <span class="quiet"><bdi>@${other.screenName}</bdi> · ${timeOf(event)}</span></p>
<p class="text" dir="auto">${text.length > BEGINNING ? `${[...text].slice(0, BEGINNING).join('')}…` : text}</p></article>`
  })
  return networkAnswer(200, call, {
    title: 'Messages',
    main: html`${items.length === 0 ? html`<p class="card quiet">No messages yet. The button “Message” is on the page of each user.</p>` : items}`,
  })
}

/** The time of a message, as HTML. */
export function timeOf({ id, sentAt }: DmEvent): Html {
  return minuteOf(sentAtOf({ id, sentAt }))
}
