/** Pages of the direct messages of a member (spec/pages.md#messages). */
import type { User } from '../../../domain/accounts/user.ts'
import type { DmEvent } from '../../../domain/messages/conversations/dm-event.ts'
import { eventIds } from '../../../domain/messages/conversations/event-ids.ts'
import { findEvents } from '../../../domain/messages/conversations/find-events.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { type Html, html } from '../../../text/html.ts'
import { formTokenField } from '../../_pages/form-token.ts'
import type { Member } from '../member.ts'
import { networkAnswer } from '../page.ts'
import { readId } from '../posts.ts'
import { type MessagesCall, timeOf } from './conversations.ts'

/** The action for which the form token is valid. The id of the recipient is appended. */
export const MESSAGE_ACT = 'message'

const PAGE_MESSAGES = 50

export interface ConversationState {
  /** Selects messages with smaller ids; an invalid value is ignored. */
  readonly before?: string | undefined
  /** The text of a refused message, which the form shows again. */
  readonly text?: string
  readonly refused?: string
}

/** The messages with one other user, and the form for the next message. */
export async function conversationAnswer(
  call: MessagesCall,
  other: User,
  { before, text = '', refused }: ConversationState,
): Promise<Answer> {
  const { services, member } = call
  const { id: userId } = member.user
  const { ids, nextCursor } = await eventIds(services.store, {
    ...{ userId, conversation: { kind: 'pair', otherId: other.id }, kinds: ['message'] },
    ...{ cursor: readId(before) ?? -1n, count: PAGE_MESSAGES },
  })
  const events = await findEvents(services.store, userId, ids, services.onFailedRow.bind(null, 'message'))
  const path = `/messages/${other.screenName}`
  return networkAnswer(refused === undefined ? 200 : 403, call, {
    title: `Messages with @${other.screenName}`,
    heading: html`Messages with <bdi>${other.name}</bdi>`,
    main: html`${messageForm(member, other, { text, refused })}
${events.map((event) => messageCard(event, event.senderId === userId ? 'You' : `@${other.screenName}`))}
${nextCursor !== 0n && html`<p><a class="button" rel="next" href="${path}?before=${nextCursor}">Older messages</a></p>`}`,
  })
}

function messageForm(
  member: Member,
  other: User,
  { text, refused }: { readonly text: string; readonly refused: string | undefined },
): Html {
  const isRefused = refused !== undefined
  return html`<form class="card write" method="post" action="/messages/${other.screenName}">
${isRefused && html`<p class="alert" role="alert" id="refused">${refused}</p>`}
${formTokenField(member.services, member.visitor, `${MESSAGE_ACT}:${other.id}`)}
<label for="text">Message to <bdi>@${other.screenName}</bdi></label>
<textarea id="text" name="text" rows="3" maxlength="10000" dir="auto" required${isRefused && html` aria-invalid="true" aria-describedby="refused"`}>
${text}</textarea>
<div class="actions"><button class="main">Send</button></div>
</form>`
}

function messageCard(event: DmEvent, from: string): Html {
  const { content } = event
  const hasMore = content?.attachment !== undefined
  return html`<article class="card post"><p class="quiet"><bdi>${from}</bdi> · ${timeOf(event)}</p>
<p class="text" dir="auto">${content?.text ?? ''}</p>${hasMore && html`<p class="quiet">With an attachment, which clients of the API show.</p>`}</article>`
}
