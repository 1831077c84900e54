import { createRequire } from 'node:module'
import { clientScript } from '../../support/client.ts'
import type { Side, World } from './world.ts'

interface Answer {
  readonly data: unknown
  readonly resp: { readonly statusCode: number }
}
interface Twit {
  get(path: string, params?: object): Promise<Answer>
  post(path: string, params?: object): Promise<Answer>
  delete(path: string, params?: object): Promise<Answer>
}
interface Event {
  readonly id: string
  readonly message_create: { readonly sender_id: string; readonly message_data: { readonly text: string } }
}
// The library has no types.
const Client = createRequire(import.meta.url)('twit') as new (config: object) => Twit

await clientScript(async ({ key, secret, ada, bob }: World) => {
  const clientOf = ({ token, secret: access_token_secret }: Side) =>
    new Client({ consumer_key: key, consumer_secret: secret, access_token: token, access_token_secret })
  const [mine, other] = [clientOf(ada), clientOf(bob)]
  await other.post('friendships/create', { user_id: ada.id })
  const message = (recipient_id: string, text: string) => ({
    event: { type: 'message_create', message_create: { target: { recipient_id }, message_data: { text } } },
  })
  const { data } = await mine.post('direct_messages/events/new', message(bob.id, 'from twit, é 😀'))
  const { event } = data as { event: Event }
  await other.post('direct_messages/events/new', message(ada.id, 'an answer'))
  const listed = (await mine.get('direct_messages/events/list', { count: 50 })).data as { events: Event[] }
  const shown = (await other.get('direct_messages/events/show', { id: event.id })).data as { event: Event }
  const read = await other.post('direct_messages/mark_read', {
    last_read_event_id: event.id,
    recipient_id: ada.id,
  })
  const typing = await other.post('direct_messages/indicate_typing', { recipient_id: ada.id })
  const deleted = await mine.delete('direct_messages/events/destroy', { id: event.id })
  const refusal = (work: Promise<Answer>) =>
    work.then(
      () => 'still good',
      (error: { code: number; statusCode: number }) => [error.statusCode, error.code],
    )
  return {
    text: event.message_create.message_data.text,
    conversation: listed.events
      .slice(0, 2)
      .map(({ message_create }) => [message_create.sender_id === ada.id, message_create.message_data.text]),
    shown: shown.event.id === event.id,
    statuses: [read, typing, deleted].map(({ resp }) => resp.statusCode),
    afterwards: await refusal(mine.get('direct_messages/events/show', { id: event.id })),
    malformed: await refusal(mine.post('direct_messages/events/new', { event: { type: 'other' } })),
    legacy: await refusal(mine.post('direct_messages/new', { user_id: bob.id, text: 'hi' })),
  }
})
