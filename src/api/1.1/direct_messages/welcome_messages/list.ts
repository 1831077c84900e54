/**
 * GET direct_messages/welcome_messages/list: the welcome messages of the user, newest first
 * (spec/direct-messages.md#welcome-messages).
 */
import { findSourceApps } from '../../../../domain/messages/source-apps.ts'
import { listWelcomeMessages } from '../../../../domain/messages/welcome-messages.ts'
import { appsMember, welcomeMessageObject } from '../../../../formats/v1.1/messages/message.ts'
import { count } from '../../../../http/params.ts'
import { eventCursor, eventCursorParam } from '../../_event-cursor.ts'
import { v11Endpoint } from '../../_family.ts'
import { MESSAGE_ACCESS, MESSAGE_PAGE_SIZE, originOf } from '../../_messages.ts'
import { WELCOME_MESSAGE_PAGE } from '../../_schemas/message.ts'

export const welcomeMessagesList = v11Endpoint({
  ...MESSAGE_ACCESS,
  paths: ['/1.1/direct_messages/welcome_messages/list.json'],
  summary: 'The welcome messages of the user, newest first.',
  window: { user: 15, app: 0 },
  params: { count: count(MESSAGE_PAGE_SIZE), cursor: eventCursorParam() },
  errors: ['parameterInvalid'],
  answers: [{ schema: WELCOME_MESSAGE_PAGE }],
  async handle({ params, caller, services: { store }, outer }) {
    const { messages, next } = await listWelcomeMessages(store, {
      userId: caller.user.id,
      from: params.cursor,
      count: params.count,
    })
    const apps = await findSourceApps(
      store,
      messages.map(({ appId }) => appId),
    )
    const origin = originOf(outer)
    const page = {
      welcome_messages: messages.map((message) => welcomeMessageObject(message, origin)),
      ...appsMember(apps),
      ...(next === undefined ? {} : { next_cursor: eventCursor(next) }),
    }
    return { status: 200, body: JSON.stringify(page) }
  },
})
