/**
 * Sends messages. Concurrent requests share their statements. One statement reads all relations, the messages
 * are decided in memory in order, and two statements write the messages and their copies.
 */
import { bulk } from '../../db/bulk.ts'
import type { Outcome, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { randomSlug } from '../../text/links.ts'
import { type Context, Refusal } from '../context.ts'
import { beginningOf, type Via } from './beginning.ts'
import { compose } from './compose.ts'
import { type Draft, MAX_MESSAGE_LENGTH } from './draft.ts'
import { FreeReplies, ReplyNotFree } from './free-replies.ts'
import { type WithMedia, withMedia } from './media.ts'
import {
  type Correspondents,
  keyOf,
  type MessagingState,
  readMessagingStates,
  requireMayMessage,
} from './messaging-state.ts'
import { checksumOf, type Message, type MessageFacts } from './record.ts'
import { type LegacyLimits, requireNewWithinDay } from './sent-today.ts'

export interface SendInput extends Correspondents {
  /** The app that the sender uses, if known. */
  readonly appId: bigint | null
  readonly draft: Draft
  readonly initiatedVia?: Via | undefined
  readonly customProfileId?: bigint | undefined
  /** True if the message must be a free reply; default: false. */
  readonly isFree?: boolean | undefined
  readonly legacy?: LegacyLimits | undefined
}

/**
 * Sends a message to both participants.
 * @throws {Refusal} `message-empty`, `message-too-long`, `message-invalid`; `user-not-found`, `blocks-recipient`,
 * `cannot-message`, `messages-of-followers-only`; `media-not-found`, `media-invalid`; and with legacy limits
 * `message-repeated`, `messages-too-many`
 * @throws {ReplyNotFree} when the message must be a free reply, but concurrent messages have used the free replies
 */
export async function sendMessage(context: Context, input: SendInput): Promise<Message> {
  const { store, clock, ids } = context
  const content = {
    ...(await compose(context, input.draft, MAX_MESSAGE_LENGTH, input.legacy?.maxLinkedLength)),
    ...(await beginningOf(context, input)),
  }
  const { senderId, recipientId, appId, draft, isFree = false, legacy } = input
  if (legacy !== undefined) await requireNewWithinDay(context, { ...input, content }, legacy.maxPerDay)
  const request = { senderId, recipientId, appId, content, isFree, id: await ids.make(), now: clock.now() }
  const { mediaId } = draft
  if (mediaId === undefined) return (await store.writeBatched(sendAll, request)) as Message
  const slug = randomSlug(context.random)
  return store.write((tx) => sendWithMedia(tx, request, { mediaId, slug }))
}

interface SendRequest extends Message {
  readonly now: number
  readonly isFree: boolean
}

/** A message with media is stored separately, because its media can be refused after some rows are written. */
async function sendWithMedia(
  tx: Tx,
  request: SendRequest,
  media: Pick<WithMedia, 'mediaId' | 'slug'>,
): Promise<Message> {
  const [[footing], free] = await Promise.all([
    readMessagingStates(tx, [request]),
    FreeReplies.of(tx, [request]),
  ])
  requireMayMessage(footing)
  if (!free.take(request)) throw notFree(request)
  const { senderId: ownerId, id: messageId, now } = request
  const content = await withMedia(tx, request.content, { ...media, ownerId, messageId, now })
  const whole = { ...request, content }
  store(tx, [whole])
  return whole
}

async function sendAll(tx: Tx, inputs: readonly SendRequest[]): Promise<readonly Outcome<Message>[]> {
  const [footings, free] = await Promise.all([readMessagingStates(tx, inputs), FreeReplies.of(tx, inputs)])
  const byPair = new Map<string, MessagingState>()
  for (const footing of footings) if (footing !== undefined) byPair.set(keyOf(footing), footing)
  const sent: SendRequest[] = []
  const outcomes = inputs.map((request): Outcome<Message> => {
    const refusal = refusalOf(byPair.get(keyOf(request)))
    if (refusal !== undefined) return { refusal }
    if (!free.take(request)) return { refusal: notFree(request) }
    sent.push(request)
    const reverse = byPair.get(keyOf({ senderId: request.recipientId, recipientId: request.senderId }))
    if (reverse !== undefined) reverse.isAnswered = true
    return { value: request }
  })
  store(tx, sent)
  return outcomes
}

function refusalOf(footing: MessagingState | undefined): Refusal | undefined {
  try {
    requireMayMessage(footing)
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function notFree({ senderId, recipientId }: Correspondents): ReplyNotFree {
  return new ReplyNotFree(`${senderId} has no free reply to ${recipientId} left`)
}

function store(tx: Tx, sent: readonly SendRequest[]): void {
  const copies = sent.flatMap(({ id, senderId, recipientId }) =>
    senderId === recipientId
      ? [[senderId, id]]
      : [
          [senderId, id],
          [recipientId, id],
        ],
  )
  // The statements are not awaited, because they run with the commit. The transaction reports their errors.
  for (const writing of [insertMessages(tx, sent.map(rowOf)), insertCopies(tx, copies)]) {
    writing.catch(() => undefined) // The transaction reports the error.
  }
  for (const { id, senderId, recipientId, appId, now } of sent) {
    const ends = { user_id: senderId, recipient_id: recipientId }
    append(tx, now, { kind: 'message.created', ...ends, message_id: id, app_id: appId })
  }
}

function rowOf({ id, senderId, recipientId, appId, content }: SendRequest) {
  const facts: MessageFacts = {
    id,
    sender_id: senderId,
    recipient_id: recipientId,
    app_id: appId,
    content: JSON.stringify(content),
    erased_at: null,
    sent_at: null,
  }
  return [id, senderId, recipientId, appId, facts.content, checksumOf(facts)]
}

const insertMessages = bulk(
  {
    id: 'integer',
    sender_id: 'integer',
    recipient_id: 'integer',
    app_id: 'integer',
    content: 'text',
    checksum: 'integer',
  },
  (k, rows) =>
    k
      .insertInto('messages')
      .columns(['id', 'sender_id', 'recipient_id', 'app_id', 'content', 'checksum'])
      .expression(rows),
)

const insertCopies = bulk({ user_id: 'integer', message_id: 'integer' }, (k, rows) =>
  k.insertInto('message_copies').columns(['user_id', 'message_id']).expression(rows),
)
