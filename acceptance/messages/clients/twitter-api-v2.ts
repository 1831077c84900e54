import { ApiResponseError, TwitterApi, type TwitterApiv1 } from 'twitter-api-v2'
import { clientScript } from '../../support/client.ts'
import type { Side, World } from './world.ts'

async function refusalOf(work: Promise<unknown>): Promise<unknown> {
  try {
    return { done: await work }
  } catch (error) {
    if (!(error instanceof ApiResponseError)) throw error
    const [first] = error.errors ?? []
    return [error.code, first !== undefined && 'code' in first ? first.code : undefined]
  }
}

await clientScript(async ({ key, secret, ...sides }: World) => {
  const clientOf = ({ token, secret: accessSecret }: Side): TwitterApiv1 =>
    new TwitterApi({ appKey: key, appSecret: secret, accessToken: token, accessSecret }).v1
  const [ada, bob] = [clientOf(sides.ada), clientOf(sides.bob)]
  const toBob = (text: string, more: object = {}) => ada.sendDm({ recipient_id: sides.bob.id, text, ...more })

  const stranger = await refusalOf(toBob('not yet'))
  await bob.post('friendships/create.json', { user_id: sides.ada.id })
  const sent = []
  for (let index = 0; index < 7; index++) sent.push((await toBob(`message ${index} 😀 <&>`)).event.id)
  const asked = await toBob('Choose', {
    quick_reply: { type: 'options', options: [{ label: 'One', metadata: 'm1' }, { label: 'Two' }] },
  })
  const answer = await bob.sendDm({
    recipient_id: sides.ada.id,
    text: 'One',
    quick_reply_response: { type: 'options', metadata: 'm1' },
  } as Parameters<TwitterApiv1['sendDm']>[0])

  // Reads page by page until there is no cursor.
  const listed = await bob.listDmEvents({ count: 3 } as object)
  await listed.fetchLast(100)
  const ids = listed.events.map(({ id }) => id)

  const [first = ''] = sent
  const shown = await bob.getDmEvent(first)
  await bob.indicateDmTyping(sides.ada.id)
  await bob.markDmAsRead(asked.event.id, sides.ada.id)
  await bob.deleteDm(first)

  const welcome = await bob.newWelcomeDm('greeting', { text: 'Welcome' })
  const welcomeId = welcome.welcome_message.id
  await bob.updateWelcomeDm(welcomeId, { text: 'Welcome back' })
  const rule = await bob.setWelcomeDm(welcomeId)
  const welcomes = (await bob.listWelcomeDms()).welcomeMessages.map(({ message_data }) => message_data.text)
  const rules = (await bob.listWelcomeDmRules()).welcome_message_rules?.length
  await bob.deleteWelcomeDmRule(rule.welcome_message_rule.id)
  await bob.deleteWelcomeDm(welcomeId)

  return {
    stranger,
    text: shown.event.message_create.message_data.text,
    sender: shown.event.message_create.sender_id,
    options: asked.event.message_create.message_data.quick_reply,
    response: (answer.event.message_create.message_data as { quick_reply_response?: object })
      .quick_reply_response,
    isWhole: JSON.stringify(ids) === JSON.stringify([answer.event.id, asked.event.id, ...sent.toReversed()]),
    deleted: await refusalOf(bob.getDmEvent(first)),
    again: await refusalOf(bob.deleteDm(first)),
    otherStillHasIt: (await ada.getDmEvent(first)).event.id === first,
    welcomes,
    rules,
    noWelcome: await refusalOf(bob.getWelcomeDm(welcomeId)),
    legacy: await refusalOf(bob.get('direct_messages.json')),
  }
})
