/** Reads the conversations of a personal archive: `direct-message.js`, since 2020 `direct-messages.js`. */
import type { MessageContent } from '../../domain/messages/content.ts'
import type { Message } from '../../domain/messages/record.ts'
import type { UrlEntity } from '../../domain/posts/content.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { codePointLength, escapeText } from '../../text/index-units.ts'
import { type Fields, idIn, listIn, Misfit, objectIn, textIn } from '../json-fields.ts'
import { FIRST_SNOWFLAKE } from '../posts/post-object.ts'
import { toldText } from '../posts/told-text.ts'
import { innerOf } from './archive-owner.ts'
import { ARCHIVE_MESSAGE } from './archive-schema.ts'

/** The messages of one conversation, and why others of it are none. */
export interface Conversation {
  readonly messages: readonly Message[]
  readonly faults: readonly string[]
  /** What messages show, each by its address of then. */
  readonly pictures: readonly ToldPicture[]
}

export interface ToldPicture {
  readonly messageId: bigint
  readonly url: string
}

/** @throws {Misfit} when it is no conversation */
export function conversationIn(fields: Fields, note: ReportFault): Conversation {
  const messages: Message[] = []
  const faults: string[] = []
  const pictures: ToldPicture[] = []
  for (const entry of listIn(innerOf(fields, 'dmConversation'), 'messages')) {
    try {
      // Reactions, and who joined a group, are no messages.
      const given = messageIn(entry)
      if (given === undefined) continue
      const told = repaired(ARCHIVE_MESSAGE, given, (path, fault) =>
        note(`messages.${path}`, fault),
      ) as Fields
      const message = messageOf(told)
      messages.push(message)
      const urls = (told['mediaUrls'] ?? []) as readonly string[]
      pictures.push(...urls.map((url) => ({ messageId: message.id, url })))
    } catch (error) {
      if (!(error instanceof Misfit)) throw error
      faults.push(error.message)
    }
  }
  return { messages, faults, pictures }
}

function messageIn(entry: unknown): Fields | undefined {
  const fields = objectIn({ message: entry }, 'message')
  return fields && (objectIn(fields, 'messageCreate') ?? objectIn(fields, 'welcomeMessageCreate'))
}

/**
 * A conversation as it is now: a message whose id lies in the future would stand before all others until then.
 * @param now milliseconds since the Unix epoch
 */
export function untilNow(conversation: Conversation, now: number): Conversation {
  const { messages, faults, pictures } = conversation
  const early = new Set(messages.filter(({ id }) => snowflakeTime(id) > now).map(({ id }) => id))
  if (early.size === 0) return conversation
  return {
    messages: messages.filter(({ id }) => !early.has(id)),
    faults: [...faults, ...Array.from(early, inFuture)],
    pictures: pictures.filter(({ messageId }) => !early.has(messageId)),
  }
}

function inFuture(id: bigint): string {
  return `the message ${id} is of ${new Date(snowflakeTime(id)).toISOString()}, by its id: that is to come`
}

function messageOf(told: Fields): Message {
  const id = idIn(told, 'id')
  const senderId = idIn(told, 'senderId')
  const recipientId = idIn(told, 'recipientId')
  if (id === undefined || senderId === undefined) throw new Misfit('a message has no id or no senderId')
  if (recipientId === undefined) throw new Misfit(`the message ${id} has no recipientId: it is of a group`)
  // The time of a message is in its id.
  if (id < FIRST_SNOWFLAKE)
    throw new Misfit(`the message ${id} is of before November 2010: its id tells no time`)
  return { id, senderId, recipientId, appId: null, content: contentOf(told) }
}

/** Pictures are in other files of the archive (archive-pictures.ts). */
function contentOf(told: Fields): MessageContent {
  const { text } = toldText(textIn(told, 'text') ?? '')
  const urls = ((told['urls'] ?? []) as readonly Fields[]).flatMap((link) => linkOf(link, text))
  return { text, ...(urls.length === 0 ? {} : { urls }) }
}

function linkOf(link: Fields, text: string): UrlEntity[] {
  const url = textIn(link, 'url') ?? ''
  const at = url === '' ? -1 : text.indexOf(url)
  if (at < 0) return []
  const start = codePointLength(escapeText(text.slice(0, at)))
  const expanded_url = textIn(link, 'expanded') ?? url
  const display_url = textIn(link, 'display') ?? expanded_url
  return [{ url, expanded_url, display_url, indices: [start, start + codePointLength(escapeText(url))] }]
}
