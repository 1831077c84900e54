/** GET direct_messages/events/list: sent and received messages, newest first (spec/direct-messages.md#list). */
import { listMessages } from '../../../../domain/messages/find-messages.ts'
import { findSourceApps } from '../../../../domain/messages/source-apps.ts'
import { appsMember, messageObject } from '../../../../formats/v1.1/messages/message.ts'
import { count } from '../../../../http/params.ts'
import { eventCursor, eventCursorParam } from '../../_event-cursor.ts'
import { v11Endpoint } from '../../_family.ts'
import { MESSAGE_ACCESS, MESSAGE_PAGE_SIZE, originOf } from '../../_messages.ts'
import { MESSAGE_PAGE } from '../../_schemas/message.ts'

export const messagesList = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/events/list.json'],
  summary: 'The messages of the last 30 days, sent and received, newest first.',
  window: { user: 15, app: 0 },
  params: { count: count(MESSAGE_PAGE_SIZE), cursor: eventCursorParam() },
  errors: ['parameterInvalid'],
  answers: [{ schema: MESSAGE_PAGE }],
  async handle({ params, caller, services: { store, clock, onFailedRow }, outer }) {
    const { messages, next } = await listMessages(
      store,
      { userId: caller.user.id, from: params.cursor, count: params.count, now: clock.now() },
      (id, error) => onFailedRow('message', id, error),
    )
    const apps = await findSourceApps(
      store,
      messages.map(({ appId }) => appId),
    )
    const origin = originOf(outer)
    const page = {
      events: messages.map((message) => messageObject(message, origin)),
      ...appsMember(apps),
      ...(next === undefined ? {} : { next_cursor: eventCursor(next) }),
    }
    return { status: 200, body: JSON.stringify(page) }
  },
})
