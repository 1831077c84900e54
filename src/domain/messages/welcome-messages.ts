/** Welcome messages, which users see when they begin a conversation (spec/direct-messages.md#welcome-messages). */

import { query } from '../../db/query.ts'
import type { WelcomeMessagesTable } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { LARGEST_ID } from '../../lib/ids/largest-id.ts'
import { codePointLength } from '../../text/index-units.ts'
import { normaliseText } from '../../text/normalise.ts'
import { type Context, Refusal } from '../context.ts'
import { compose } from './compose.ts'
import type { MessageContent } from './content.ts'
import { messageContentOf } from './content-schema.ts'
import { type Draft, invalid, MAX_WELCOME_LENGTH } from './draft.ts'
import { deleteRulesOf } from './welcome-rules.ts'

export interface WelcomeMessage {
  /** A snowflake, which contains the time of creation. */
  readonly id: bigint
  readonly userId: bigint
  /** The app that made the request. */
  readonly appId: bigint
  readonly name: string | null
  readonly content: MessageContent
}

/** The id of a welcome message, and the user who must own it. */
export interface Owned {
  readonly id: bigint
  readonly userId: bigint
}

interface WelcomeInput {
  readonly userId: bigint
  readonly appId: bigint
  readonly name: string | undefined
  readonly draft: Draft
}

/** In code points. */
const MAX_NAME_LENGTH = 100

/** @throws {Refusal} `message-empty`, `message-too-long`, `message-invalid` */
export async function createWelcomeMessage(context: Context, input: WelcomeInput): Promise<WelcomeMessage> {
  const { userId, appId, draft } = input
  const name = input.name === undefined ? null : normaliseText(input.name.toWellFormed())
  if (name !== null && codePointLength(name) > MAX_NAME_LENGTH) {
    throw new Refusal('message-invalid', `name: must be at most ${MAX_NAME_LENGTH} characters`)
  }
  const content = await composeWelcome(context, draft)
  const id = await context.ids.make()
  // No event: a welcome message affects only its owner until it is sent.
  await context.store.write((tx) =>
    tx.run(insertWelcome, { id, user: userId, app: appId, name, content: JSON.stringify(content) }),
  )
  return { id, userId, appId, name, content }
}

/**
 * Replaces the content of a welcome message.
 * @throws {Refusal} `welcome-message-not-found`, and as {@link createWelcomeMessage}
 */
export async function updateWelcomeMessage(
  context: Context,
  { draft, ...owned }: Owned & { readonly draft: Draft },
): Promise<WelcomeMessage> {
  const content = await composeWelcome(context, draft)
  // No event: a welcome message affects only its owner until it is sent.
  return context.store.write(async (tx) => {
    const changed = await tx.run(putContent, { ...bound(owned), content: JSON.stringify(content) })
    const known = changed === 0 ? undefined : await findWelcomeMessage(tx, owned)
    if (known === undefined) throw unknown(owned)
    return known
  })
}

/** Deletes a welcome message, and the rule that selects it. @throws {Refusal} `welcome-message-not-found` */
export async function deleteWelcomeMessage(context: Context, owned: Owned): Promise<void> {
  // No event: a welcome message affects only its owner.
  await context.store.write(async (tx: Tx) => {
    const [removed] = await Promise.all([tx.run(deleteWelcome, bound(owned)), deleteRulesOf(tx, owned)])
    if (removed === 0) throw unknown(owned)
  })
}

export async function findWelcomeMessage(reader: Reader, owned: Owned): Promise<WelcomeMessage | undefined> {
  const row = await reader.first(welcomeById, bound(owned))
  return row === undefined ? undefined : welcomeIn(row)
}

/**
 * The welcome messages of a user, newest first.
 * @param from id of the newest welcome message of the page; undefined for the first page
 */
export async function listWelcomeMessages(
  reader: Reader,
  {
    userId,
    from,
    count,
  }: { readonly userId: bigint; readonly from: bigint | undefined; readonly count: number },
): Promise<{ readonly messages: readonly WelcomeMessage[]; readonly next: bigint | undefined }> {
  const rows = await reader.rows(welcomesOf, { user: userId, from: from ?? LARGEST_ID, count: count + 1 })
  return { messages: rows.slice(0, count).map(welcomeIn), next: rows[count]?.id }
}

function bound({ id, userId }: Owned): { readonly id: bigint; readonly user: bigint } {
  return { id, user: userId }
}

/**
 * Composes the content without media, because media can be attached only to sent messages, and a welcome message is a
 * template.
 */
function composeWelcome(context: Context, draft: Draft): Promise<MessageContent> {
  if (draft.mediaId !== undefined) throw invalid('attachment', 'a welcome message has no media')
  if (draft.response !== undefined) throw invalid('quick_reply_response', 'a welcome message answers nothing')
  return compose(context, draft, MAX_WELCOME_LENGTH)
}

function unknown({ id, userId }: Owned): Refusal {
  return new Refusal('welcome-message-not-found', `user ${userId} has no welcome message ${id}`)
}

function welcomeIn(row: WelcomeMessagesTable): WelcomeMessage {
  return {
    id: row.id,
    userId: row.user_id,
    appId: row.app_id,
    name: row.name,
    content: messageContentOf(row.content),
  }
}

const insertWelcome = query<{
  id: bigint
  user: bigint
  app: bigint
  name: string | null
  content: string
}>()((k, p) =>
  k
    .insertInto('welcome_messages')
    .values({ id: p('id'), user_id: p('user'), app_id: p('app'), name: p('name'), content: p('content') }),
)

const putContent = query<{ id: bigint; user: bigint; content: string }>()((k, p) =>
  k
    .updateTable('welcome_messages')
    .set({ content: p('content') })
    .where('id', '=', p('id'))
    .where('user_id', '=', p('user')),
)

const deleteWelcome = query<{ id: bigint; user: bigint }>()((k, p) =>
  k.deleteFrom('welcome_messages').where('id', '=', p('id')).where('user_id', '=', p('user')),
)

const welcomeById = query<{ id: bigint; user: bigint }>()((k, p) =>
  k.selectFrom('welcome_messages').selectAll().where('id', '=', p('id')).where('user_id', '=', p('user')),
)

// Uses the index welcome_messages_user.
const welcomesOf = query<{ user: bigint; from: bigint; count: number }>()((k, p) =>
  k
    .selectFrom('welcome_messages')
    .selectAll()
    .where('user_id', '=', p('user'))
    .where('id', '<=', p('from'))
    .orderBy('id', 'desc')
    .limit(p('count')),
)
