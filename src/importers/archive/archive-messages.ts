/** Reads the conversations of a personal archive: `direct-message.js`, since 2020 `direct-messages.js`. */
import type { MessageContent } from '../../domain/messages/content.ts'
import type { Message } from '../../domain/messages/record.ts'
import type { UrlEntity } from '../../domain/posts/content.ts'
import { snowflakeTime } from '../../lib/ids/snowflake.ts'
import { type ReportFault, repaired } from '../../lib/repair.ts'
import { codePointLength, escapeText } from '../../text/index-units.ts'
import { idIn } from '../id-fields.ts'
import { type Fields, InvalidItem, listIn, objectIn, textIn } from '../json-fields.ts'
import { FIRST_SNOWFLAKE } from '../posts/post-time.ts'
import { recordedText } from '../posts/recorded-text.ts'
import { innerOf } from './archive-owner.ts'
import { ARCHIVE_MESSAGE } from './archive-schema.ts'

/** The messages of a conversation, and the faults of its invalid messages. */
export interface Conversation {
  readonly messages: readonly Message[]
  readonly faults: readonly string[]
  /** Pictures of the messages, by their original URLs. */
  readonly pictures: readonly PictureReference[]
}

export interface PictureReference {
  readonly messageId: bigint
  readonly url: string
}

/** Parses a conversation. @throws {InvalidItem} */
export function conversationIn(fields: Fields, note: ReportFault): Conversation {
  const messages: Message[] = []
  const faults: string[] = []
  const pictures: PictureReference[] = []
  for (const entry of listIn(innerOf(fields, 'dmConversation'), 'messages')) {
    try {
      // Reactions and changes of groups are not messages.
      const created = messageIn(entry)
      if (created === undefined) continue
      const repairedFields = repaired(ARCHIVE_MESSAGE, created, (path, fault) =>
        note(`messages.${path}`, fault),
      ) as Fields
      const message = messageOf(repairedFields)
      messages.push(message)
      const urls = (repairedFields['mediaUrls'] ?? []) as readonly string[]
      pictures.push(...urls.map((url) => ({ messageId: message.id, url })))
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
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
 * A conversation without messages whose ids are in the future: they would be the newest until then.
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
  return `the message ${id} has the time ${new Date(snowflakeTime(id)).toISOString()} in its id, which is in the future`
}

function messageOf(fields: Fields): Message {
  const id = idIn(fields, 'id')
  const senderId = idIn(fields, 'senderId')
  const recipientId = idIn(fields, 'recipientId')
  if (id === undefined || senderId === undefined) throw new InvalidItem('a message has no id or no senderId')
  if (recipientId === undefined)
    throw new InvalidItem(`the message ${id} has no recipientId: it belongs to a group`)
  // The time of a message is in its id.
  if (id < FIRST_SNOWFLAKE)
    throw new InvalidItem(`the message ${id} is from before November 2010: its id contains no time`)
  return { id, senderId, recipientId, appId: null, content: contentOf(fields) }
}

/** The text and links. Pictures are in other files of the archive (archive-pictures.ts). */
function contentOf(fields: Fields): MessageContent {
  const { text } = recordedText(textIn(fields, 'text') ?? '')
  const urls = ((fields['urls'] ?? []) as readonly Fields[]).flatMap((link) => linkOf(link, text))
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
