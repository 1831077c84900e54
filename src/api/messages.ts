/** GET /messages, GET and POST /messages/:screen_name: direct messages of a member (spec/pages.md#messages). */
import { findUser, isHidden } from '../domain/accounts/user.ts'
import { sendMessage } from '../domain/messages/send.ts'
import { optionalText } from '../http/params.ts'
import { actingMember, FORM_TOKEN_FIELD } from './_network/member.ts'
import { memberForm, memberPage } from './_network/member-endpoint.ts'
import { conversationsAnswer } from './_network/messages/conversations.ts'
import { saidOf } from './_network/messages/message-refused.ts'
import { conversationAnswer, MESSAGE_ACT } from './_network/messages/messages.ts'
import { PageError } from './_pages/_errors.ts'
import { PAGE_HEADERS, redirectAnswer } from './_pages/page.ts'
import type { Services } from './_services.ts'

const SCREEN_NAME = optionalText('The other user.')

export const messagesPage = memberPage({
  paths: ['/messages'],
  summary: 'The page of the conversations of a member, the newest first.',
  params: {},
  back: () => '/messages',
  show: ({ services, outer }, member) => conversationsAnswer({ services, outer, member }),
})

export const conversationPage = memberPage({
  paths: ['/messages/:screen_name'],
  summary: 'The page of the messages of a member with another user, the newest first.',
  params: { screen_name: SCREEN_NAME, before: optionalText('Only messages with smaller ids.') },
  back: () => '/messages',
  async show({ services, outer, params }, member) {
    const other = await otherUser(services, params.screen_name)
    return conversationAnswer({ services, outer, member }, other, { before: params.before })
  },
})

export const sentMessage = memberForm({
  paths: ['/messages/:screen_name'],
  summary: 'Sends a message of a member.',
  params: {
    screen_name: SCREEN_NAME,
    text: optionalText('The text, up to 10,000 characters.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, outer, params } = call
    const other = await otherUser(services, params.screen_name)
    const member = await actingMember(call, `${MESSAGE_ACT}:${other.id}`, params[FORM_TOKEN_FIELD])
    const text = (params.text ?? '').replaceAll('\r\n', '\n')
    try {
      await sendMessage(services, {
        ...{ senderId: member.user.id, recipientId: other.id, appId: null, draft: { text } },
      })
      return redirectAnswer(`/messages/${other.screenName}`, PAGE_HEADERS)
    } catch (error) {
      const refused = saidOf(error)
      return conversationAnswer({ services, outer, member }, other, { text, refused })
    }
  },
})

/** @throws {PageError} `unknownAccount` */
async function otherUser({ store }: Services, screenName = '') {
  const user = await findUser(store, { screenName })
  if (user === undefined || isHidden(user)) throw new PageError('unknownAccount')
  return user
}
