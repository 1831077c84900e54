/** Reads the conversations of a personal archive (spec/archives.md#archive-messages). */
import type { MessageContent } from '../../../domain/messages/content.ts'
import type { ImportedGroupEvent } from '../../../domain/messages/conversations/import-groups.ts'
import { type Message, sentAtOf } from '../../../domain/messages/record.ts'
import type { UrlEntity } from '../../../domain/posts/content.ts'
import { type ReportFault, repaired } from '../../../lib/repair.ts'
import { readIsoTime } from '../../../lib/time/iso-time.ts'
import { codePointLength, escapeText } from '../../../text/index-units.ts'
import { idIn, validIdIn } from '../../id-fields.ts'
import { type Fields, InvalidItem, listIn, objectOf, textIn } from '../../json-fields.ts'
import { FIRST_SNOWFLAKE } from '../../posts/post-time.ts'
import { recordedText } from '../../posts/recorded-text.ts'
import { requireId } from '../archive-element.ts'
import { innerOf } from '../archive-owner.ts'
import { ARCHIVE_MESSAGE } from '../archive-schema.ts'
import { isFields } from '../archive-screen.ts'

/** Maximum size of a conversation in bytes, enough for a hundred thousand messages. */
export const MAX_CONVERSATION_BYTES = 64 * 1024 * 1024

/** The messages of a conversation, and the reasons why its other messages are invalid. */
export interface Conversation<Item> {
  readonly messages: readonly Item[]
  readonly faults: readonly string[]
  /** Pictures of the messages, with their original URLs. */
  readonly pictures: readonly PictureReference[]
}

export interface PictureReference {
  readonly messageId: bigint
  readonly url: string
}

/** Parses a conversation between two people. @throws {InvalidItem} */
export function conversationIn(fields: Fields, note: ReportFault): Conversation<Message> {
  return readEntries(innerOf(fields, 'dmConversation'), note, (name, entry) =>
    isMessage(name) ? messageOf(entry) : undefined,
  )
}

/** Parses a conversation of a group. @throws {InvalidItem} */
export function groupConversationIn(fields: Fields, note: ReportFault): Conversation<ImportedGroupEvent> {
  const conversation = innerOf(fields, 'dmConversation')
  const groupId = requireId(conversation, 'conversationId')
  return readEntries(conversation, note, (name, entry) => groupEventOf(groupId, name, entry))
}

/** An event from which members of a group are known. */
export interface GroupChange {
  readonly kind: 'message' | 'join' | 'snapshot' | 'leave'
  readonly id: bigint
  readonly groupId: bigint
  readonly sentAt: number | undefined
  /**
   * The ids depend on the event: the sender, the members who joined or left, or the members that were in the group when
   * the owner joined.
   */
  readonly userIds: readonly bigint[]
  /** Id of the member who added them, if it is recorded. */
  readonly byId: bigint | undefined
}

/**
 * Parses the events of a group that identify its members.
 * @throws {InvalidItem}
 */
export function groupChangesIn(fields: Fields): readonly GroupChange[] {
  const conversation = innerOf(fields, 'dmConversation')
  const groupId = requireId(conversation, 'conversationId')
  return entriesOf(conversation).flatMap(([name, entry]) => {
    const change = isFields(entry) ? changeOf(name, entry) : undefined
    return change === undefined ? [] : [{ ...change, groupId }]
  })
}

/** Receives parts of conversations in every run of an import. */
export interface PartListener {
  /** @param name name of a part that this server does not import */
  onOther(name: string): void
  onPicture(picture: PictureReference): void
}

/**
 * Calls the listener for the pictures and other parts of a conversation between two people or in a group.
 * @throws {InvalidItem}
 */
export function listParts(fields: Fields, { onOther, onPicture }: PartListener): void {
  for (const [name, entry] of entriesOf(innerOf(fields, 'dmConversation'))) {
    if (isMessage(name)) {
      countParts(entry, onOther)
      for (const picture of picturesIn(entry)) onPicture(picture)
    } else if (!(name in CHANGES) || name === 'participantsLeave') onOther(OTHERS[name] ?? 'other events')
  }
}

const OTHERS: Readonly<Record<string, string>> = {
  reactionCreate: 'reactions',
  conversationNameUpdate: 'names',
  participantsLeave: 'leaves',
}

function picturesIn(entry: unknown): readonly PictureReference[] {
  if (!isFields(entry)) return []
  const messageId = validIdIn(entry, 'id')
  const urls = entry['mediaUrls']
  if (messageId === undefined || !Array.isArray(urls)) return []
  return urls.flatMap((url: unknown) => (typeof url === 'string' ? [{ messageId, url }] : []))
}

/** Lists in a message that this server does not support, each with its name in the report. */
const MESSAGE_LISTS = [
  ['reactions', 'reactions'],
  ['editHistory', 'earlier texts'],
] as const

function countParts(entry: unknown, onOther: (name: string) => void): void {
  for (const [member, name] of MESSAGE_LISTS) {
    const list = isFields(entry) ? entry[member] : undefined
    if (Array.isArray(list)) for (const _ of list) onOther(name)
  }
}

const CHANGES: Readonly<Record<string, 'join' | 'snapshot' | 'leave'>> = {
  joinConversation: 'snapshot',
  participantsJoin: 'join',
  participantsLeave: 'leave',
}

function changeOf(name: string, entry: Fields): Omit<GroupChange, 'groupId'> | undefined {
  const kind = isMessage(name) ? 'message' : CHANGES[name]
  try {
    const id = idIn(entry, 'id')
    if (kind === undefined || id === undefined) return undefined
    const byId = idIn(entry, 'initiatingUserId')
    const users =
      kind === 'message'
        ? [idIn(entry, 'senderId')]
        : kind === 'snapshot'
          ? [...usersIn(entry, 'participantsSnapshot'), byId]
          : usersIn(entry, 'userIds')
    const userIds = users.filter((user) => user !== undefined)
    return { kind, id, sentAt: sentAtIn(entry, id), userIds, byId }
  } catch (error) {
    // The import of the event reports this fault.
    if (error instanceof InvalidItem) return undefined
    throw error
  }
}

function groupEventOf(groupId: bigint, name: string, entry: Fields): ImportedGroupEvent | undefined {
  if (isMessage(name)) {
    const { id, senderId, sentAt } = beginningOf(entry)
    return { kind: 'message', id, groupId, senderId, sentAt, content: contentOf(entry) }
  }
  const change = name === 'participantsLeave' ? undefined : changeOf(name, entry)
  if (change === undefined) return undefined
  const { id, sentAt, userIds, byId } = change
  const senderId = byId ?? userIds[0]
  if (senderId === undefined) return undefined
  if (id < FIRST_SNOWFLAKE && sentAt === undefined) throw timeless(id)
  return { kind: 'join', id, groupId, senderId, sentAt, joinedIds: userIds }
}

/** Ids of users in a field. @throws {DigitsLost} */
function usersIn(entry: Fields, name: string): readonly bigint[] {
  const users = entry[name]
  return Array.isArray(users) ? users.flatMap((user: unknown) => idIn({ user }, 'user') ?? []) : []
}

function isMessage(name: string): boolean {
  return name === 'messageCreate' || name === 'welcomeMessageCreate'
}

/** The entries of a conversation, each with the name of its only field. */
function entriesOf(conversation: Fields): readonly (readonly [string, unknown])[] {
  return listIn(conversation, 'messages').flatMap((entry): (readonly [string, unknown])[] =>
    typeof entry === 'object' && entry !== null ? Object.entries(entry) : [['messageCreate', entry]],
  )
}

function readEntries<Item extends { readonly id: bigint }>(
  conversation: Fields,
  note: ReportFault,
  read: (name: string, entry: Fields) => Item | undefined,
): Conversation<Item> {
  const messages: Item[] = []
  const faults: string[] = []
  const pictures: PictureReference[] = []
  for (const [name, entry] of entriesOf(conversation)) {
    try {
      const recorded = objectOf(entry)
      const fields = isMessage(name)
        ? (repaired(ARCHIVE_MESSAGE, recorded, (path, fault) => note(`messages.${path}`, fault)) as Fields)
        : recorded
      const item = read(name, fields)
      if (item === undefined) continue
      messages.push(item)
      const urls = isMessage(name) ? ((fields['mediaUrls'] ?? []) as readonly string[]) : []
      pictures.push(...urls.map((url) => ({ messageId: item.id, url })))
    } catch (error) {
      if (!(error instanceof InvalidItem)) throw error
      faults.push(error.message)
    }
  }
  return { messages, faults, pictures }
}

/**
 * Removes messages with a time in the future, because they would remain the newest messages until that time.
 * @param now milliseconds since the Unix epoch
 */
export function untilNow<Item extends Pick<Message, 'id' | 'sentAt'>>(
  conversation: Conversation<Item>,
  now: number,
): Conversation<Item> {
  const { messages, faults, pictures } = conversation
  const early = new Map(messages.flatMap((each) => (sentAtOf(each) > now ? [[each.id, sentAtOf(each)]] : [])))
  if (early.size === 0) return conversation
  return {
    messages: messages.filter(({ id }) => !early.has(id)),
    faults: [...faults, ...Array.from(early, ([id, time]) => inFuture(id, time, now))],
    pictures: pictures.filter(({ messageId }) => !early.has(messageId)),
  }
}

function inFuture(id: bigint, time: number, now: number): string {
  return `the message ${id} has the time ${new Date(time).toISOString()}, which is in the future: the clock of this machine is at ${new Date(now).toISOString()}`
}

/** @throws {InvalidItem} */
function messageOf(fields: Fields): Message {
  const { id, senderId, sentAt } = beginningOf(fields)
  const recipientId = idIn(fields, 'recipientId')
  if (recipientId === undefined)
    throw new InvalidItem(`the message ${id} has no recipientId: it belongs to a group`)
  return { id, senderId, recipientId, appId: null, sentAt, content: contentOf(fields) }
}

/** @throws {InvalidItem} */
function beginningOf(fields: Fields): Pick<Message, 'id' | 'senderId'> & { sentAt: number | undefined } {
  const id = idIn(fields, 'id')
  const senderId = idIn(fields, 'senderId')
  if (id === undefined || senderId === undefined) throw new InvalidItem('a message has no id or no senderId')
  const sentAt = sentAtIn(fields, id)
  if (id < FIRST_SNOWFLAKE && sentAt === undefined) throw timeless(id)
  return { id, senderId, sentAt }
}

/**
 * The recorded time of a message with a sequential id; undefined for other ids, because such ids contain their time.
 */
function sentAtIn(fields: Fields, id: bigint): number | undefined {
  return id < FIRST_SNOWFLAKE ? readIsoTime(textIn(fields, 'createdAt') ?? '') : undefined
}

function timeless(id: bigint): InvalidItem {
  return new InvalidItem(`the message ${id} has no createdAt, and ids before 2011 contain no time`)
}

/** The text and links of a message. Pictures are separate files of the archive (media/message-pictures.ts). */
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
