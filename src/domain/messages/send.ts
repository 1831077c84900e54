/**
 * Sending. Whoever waits to do so shares the statements: what stands between all of them is read at once, decided on in
 * memory by one after the other, and stored at once.
 */
import { bulk } from '../../db/bulk.ts'
import type { Outcome, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { randomSlug } from '../../text/links.ts'
import { type Context, Refusal } from '../context.ts'
import { readTargets } from '../posts/write/targets.ts'
import { compose } from './compose.ts'
import type { InitiatedVia, MessageContent } from './content.ts'
import { type Draft, invalid, MESSAGE_LONGEST } from './draft.ts'
import { lastOptions } from './find-messages.ts'
import { FreeReplies, ReplyNotFree } from './free-replies.ts'
import { type Correspondents, type Footing, keyOf, readFootings, requireMayMessage } from './may-message.ts'
import { type WithMedia, withMedia } from './media.ts'
import { checksumOf, type Message, type MessageFacts } from './record.ts'
import { findWelcomeMessage } from './welcome-messages.ts'

/** How the conversation began, when the sender says. */
interface Via {
  readonly postId: bigint | undefined
  readonly welcomeMessageId: bigint | undefined
}

export interface SendInput extends Correspondents {
  /** What it is sent with, if that is known. */
  readonly appId: bigint | null
  readonly draft: Draft
  readonly initiatedVia?: Via | undefined
  readonly customProfileId?: bigint | undefined
  /** Whether it is to be one of the replies that are free of the limit; false when left out. */
  readonly isFree?: boolean | undefined
}

/**
 * Sends a message: both sides have it then.
 * @throws {Refusal} `message-empty`, `message-too-long`, `message-invalid`; `user-not-found`, `blocks-recipient`,
 *   `cannot-message`, `messages-of-followers-only`; `media-not-found`, `media-invalid`
 * @throws {ReplyNotFree} when it was to be free: others were stored in between
 */
export async function sendMessage(context: Context, input: SendInput): Promise<Message> {
  const { store, clock, ids } = context
  const content = {
    ...(await compose(context, input.draft, MESSAGE_LONGEST)),
    ...(await beginningOf(context, input)),
  }
  const { senderId, recipientId, appId, draft, isFree = false } = input
  const asked = { senderId, recipientId, appId, content, isFree, id: await ids.make(), now: clock.now() }
  const { mediaId } = draft
  if (mediaId === undefined) return (await store.writeBatched(sendAll, asked)) as Message
  const slug = randomSlug(context.random)
  return store.write((tx) => sendWithMedia(tx, asked, { mediaId, slug }))
}

interface Asked extends Message {
  readonly now: number
  readonly isFree: boolean
}

/** What of a message depends on others that there are. @throws {Refusal} `message-invalid` */
async function beginningOf(
  { store }: Context,
  { senderId, recipientId, draft, initiatedVia, customProfileId }: SendInput,
): Promise<Partial<MessageContent>> {
  if (draft.response !== undefined) {
    const offered = await lastOptions(store, { senderId: recipientId, recipientId: senderId })
    const { metadata } = draft.response
    const isOffered = offered.some((option) => option.label === draft.text && option.metadata === metadata)
    if (!isOffered) throw invalid('quick_reply_response', 'no option of the last message is so')
  }
  const via =
    initiatedVia === undefined
      ? undefined
      : await knownVia({ store }, { senderId, recipientId }, initiatedVia)
  return {
    ...(via === undefined ? {} : { initiated_via: via }),
    ...(customProfileId === undefined ? {} : { custom_profile_id: String(customProfileId) }),
  }
}

/**
 * The welcome message must be of whom is written to: it is what the writer was shown. The post, whoever wrote it, must be one
 * that the writer sees; that it is hidden and that there is none are refused alike.
 */
async function knownVia(
  { store }: Pick<Context, 'store'>,
  { senderId, recipientId }: Correspondents,
  { postId, welcomeMessageId }: Via,
): Promise<InitiatedVia> {
  if (postId !== undefined) {
    const aim = { userId: senderId, postId }
    const target = (await readTargets(store, [aim])).of(aim)
    if (target === undefined || target.unseen !== undefined) {
      throw new Refusal('message-invalid', 'initiated_via.tweet_id: the sender sees no such post')
    }
  }
  if (welcomeMessageId !== undefined) {
    const known = await findWelcomeMessage(store, { id: welcomeMessageId, userId: recipientId })
    if (known === undefined) {
      throw new Refusal('message-invalid', 'initiated_via.welcome_message_id: the recipient has no such one')
    }
  }
  return {
    ...(postId === undefined ? {} : { tweet_id: String(postId) }),
    ...(welcomeMessageId === undefined ? {} : { welcome_message_id: String(welcomeMessageId) }),
  }
}

/** By itself, because the media may be refused after something was written. */
async function sendWithMedia(
  tx: Tx,
  asked: Asked,
  media: Pick<WithMedia, 'mediaId' | 'slug'>,
): Promise<Message> {
  const [[footing], free] = await Promise.all([readFootings(tx, [asked]), FreeReplies.of(tx, [asked])])
  requireMayMessage(footing)
  if (!free.take(asked)) throw notFree(asked)
  const { senderId: ownerId, id: messageId, now } = asked
  const content = await withMedia(tx, asked.content, { ...media, ownerId, messageId, now })
  const whole = { ...asked, content }
  store(tx, [whole])
  return whole
}

async function sendAll(tx: Tx, inputs: readonly Asked[]): Promise<readonly Outcome<Message>[]> {
  const [footings, free] = await Promise.all([readFootings(tx, inputs), FreeReplies.of(tx, inputs)])
  const byPair = new Map<string, Footing>()
  for (const footing of footings) if (footing !== undefined) byPair.set(keyOf(footing), footing)
  const sent: Asked[] = []
  const outcomes = inputs.map((asked): Outcome<Message> => {
    const refusal = refusalOf(byPair.get(keyOf(asked)))
    if (refusal !== undefined) return { refusal }
    if (!free.take(asked)) return { refusal: notFree(asked) }
    sent.push(asked)
    const reverse = byPair.get(keyOf({ senderId: asked.recipientId, recipientId: asked.senderId }))
    if (reverse !== undefined) reverse.isAnswered = true
    return { value: asked }
  })
  store(tx, sent)
  return outcomes
}

function refusalOf(footing: Footing | undefined): Refusal | undefined {
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

function store(tx: Tx, sent: readonly Asked[]): void {
  const copies = sent.flatMap(({ id, senderId, recipientId }) =>
    senderId === recipientId
      ? [[senderId, id]]
      : [
          [senderId, id],
          [recipientId, id],
        ],
  )
  // Not waited for: when nothing comes behind, they travel with the commit. The transaction keeps what fails.
  for (const writing of [insertMessages(tx, sent.map(rowOf)), insertCopies(tx, copies)]) {
    writing.catch(() => undefined) // As above.
  }
  for (const { id, senderId, recipientId, appId, now } of sent) {
    const ends = { user_id: senderId, recipient_id: recipientId }
    append(tx, now, { kind: 'message.created', ...ends, message_id: id, app_id: appId })
  }
}

function rowOf({ id, senderId, recipientId, appId, content }: Asked) {
  const facts: MessageFacts = {
    id,
    sender_id: senderId,
    recipient_id: recipientId,
    app_id: appId,
    content: JSON.stringify(content),
    erased_at: null,
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
