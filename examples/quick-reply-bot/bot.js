/**
 * A bot that asks with quick replies and receives the choices by webhook: `node bot.js settings.json`. See
 * README.md.
 */
import { readFile } from 'node:fs/promises'
import { authorization } from './oauth.js'
import { createReceiver, firstTimes } from './receiver.js'

/** The options of the quick reply, and the bot's message after each choice. */
const DRINKS = {
  tea: { label: 'Tea', description: 'Green, no sugar', answer: 'Tea it is. Three minutes, please.' },
  coffee: {
    label: 'Coffee',
    description: 'Black, from Addis',
    answer: 'Coffee it is. Mind the cup, it is hot.',
  },
}

const settings = await readSettings(process.argv[2] ?? 'settings.json')
const environment = settings.environment ?? 'dev'
const isNew = firstTimes()

async function readSettings(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch (error) {
    console.error(
      `The settings cannot be read: ${error.message}. README.md beside bot.js shows their content.`,
    )
    process.exit(1)
  }
}

/** Sends a request to the API as the bot. */
async function api(method, path, body) {
  const url = new URL(`/1.1/${path}`, settings.api)
  const response = await fetch(url, {
    method,
    headers: {
      authorization: authorization(settings, method, url),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = text === '' ? undefined : JSON.parse(text)
  if (response.ok) return answer
  const [{ code, message }] = answer.errors
  throw Object.assign(new Error(`${method} ${path}: ${response.status}/${code} ${message}`), { code })
}

async function send(recipientId, data) {
  await api('POST', 'direct_messages/events/new.json', {
    event: {
      type: 'message_create',
      message_create: { target: { recipient_id: recipientId }, message_data: data },
    },
  })
}

/** The beginning of a received text, for a question. Received texts are escaped, and sent texts are not. */
function plain(text) {
  const whole = text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
  const start = [...whole].slice(0, 100).join('')
  return start === whole ? whole : `${start}…`
}

/** The reply to a message: for a choice its confirmation, for any other text the options. */
function answerTo({ text, quick_reply_response: chosen }) {
  const drink = DRINKS[chosen?.metadata]
  if (drink !== undefined) return { text: drink.answer }
  const options = Object.entries(DRINKS).map(([metadata, { label, description }]) => ({
    label,
    description,
    metadata,
  }))
  return { text: `"${plain(text)}"? What will it be?`, quick_reply: { type: 'options', options } }
}

const me = await api('GET', 'account/verify_credentials.json')

const receiver = createReceiver(settings.consumerSecret, async (delivery) => {
  if (delivery.for_user_id !== me.id_str) return
  for (const { id, message_create: message } of delivery.direct_message_events ?? []) {
    // The webhook also receives the bot's own messages.
    if (message.sender_id === me.id_str || !isNew(id)) continue
    try {
      await send(message.sender_id, answerTo(message.message_data))
    } catch (error) {
      console.error(error.message)
    }
  }
})

await new Promise((resolve) => receiver.listen(settings.port, settings.host ?? '127.0.0.1', resolve))
const home = settings.url ?? `http://127.0.0.1:${receiver.address().port}/`
for (const { id, url } of await api('GET', `account_activity/all/${environment}/webhooks.json`)) {
  // An environment can have only one webhook, so webhooks with other URLs are deleted.
  if (url !== home) await api('DELETE', `account_activity/all/${environment}/webhooks/${id}.json`)
}
const hooks = await api('GET', `account_activity/all/${environment}/webhooks.json`)
if (hooks.length === 0) {
  await api('POST', `account_activity/all/${environment}/webhooks.json?url=${encodeURIComponent(home)}`)
} else await api('PUT', `account_activity/all/${environment}/webhooks/${hooks[0].id}.json`)
try {
  await api('POST', `account_activity/all/${environment}/subscriptions.json`)
} catch (error) {
  // Code 355 means that the subscription exists from an earlier run.
  if (error.code !== 355) throw error
}
console.log(`@${me.screen_name} listens at ${home}`)
