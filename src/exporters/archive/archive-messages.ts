/**
 * Makes the archive files with the direct messages of the user, and with the media of these messages
 * (spec/pages.md#archive).
 */
import { fileOfMessage, parseFileName } from '../../domain/media/find-file.ts'
import type { MessageContent } from '../../domain/messages/content.ts'
import { conversationOf } from '../../domain/messages/conversations/conversation-id.ts'
import type { DmEvent } from '../../domain/messages/conversations/dm-event.ts'
import { eventIds } from '../../domain/messages/conversations/event-ids.ts'
import { findEvents } from '../../domain/messages/conversations/find-events.ts'
import { sentAtOf } from '../../domain/messages/record.ts'
import { escapeText } from '../../text/index-units.ts'
import { type ArchiveFile, lastPartOf, listFile } from './archive-file.ts'
import { type ArchiveSource, addressOf, blobFile, isOwn } from './archive-source.ts'

/** Number of events that one statement reads. */
const PAGE = 200

/** Cursor of the newest page. */
const FIRST_CURSOR = -1n

const FILES = { pair: 'direct-messages', group: 'direct-messages-group' } as const

const FOLDERS = { pair: 'direct_messages_media', group: 'direct_messages_group_media' } as const

type Kind = keyof typeof FILES

/**
 * Files of the messages with one other user, and of group messages. A long conversation is split into several elements;
 * each has its newest message first.
 */
export function messageFiles(source: ArchiveSource, userId: bigint): readonly ArchiveFile[] {
  return (['pair', 'group'] as const).map((kind) =>
    listFile(FILES[kind], async function* read() {
      for await (const events of eventsOf(source, userId)) yield conversationsIn(events, userId, kind)
    }),
  )
}

/** The media of these messages that are files of this server. */
export async function* messageMediaFiles(source: ArchiveSource, userId: bigint): AsyncGenerator<ArchiveFile> {
  for await (const events of eventsOf(source, userId)) {
    for (const event of events) {
      const file = await mediaOf(source, userId, event)
      if (file !== undefined) yield file
    }
  }
}

async function mediaOf(
  source: ArchiveSource,
  viewerId: bigint,
  { id, conversationId, content }: DmEvent,
): Promise<ArchiveFile | undefined> {
  const attachment = content?.attachment
  if (attachment?.type !== 'media') return undefined
  const address = addressOf(attachment.media)
  const name = lastPartOf(address)
  const request = isOwn(address) ? parseFileName(name, 'large') : undefined
  if (request === undefined) return undefined
  const message = { viewerId, messageId: id, mediaId: BigInt(attachment.media.id_str) }
  const file = await fileOfMessage(source.store, message, request)
  const folder = FOLDERS[kindOf(conversationId, viewerId)]
  return file && blobFile(source, `data/${folder}/${id}-${name}`, file)
}

async function* eventsOf(
  { store, onUnreadable }: ArchiveSource,
  userId: bigint,
): AsyncGenerator<readonly DmEvent[]> {
  let cursor = FIRST_CURSOR
  do {
    const { ids, nextCursor } = await eventIds(store, {
      ...{ userId, conversation: undefined, kinds: ['message', 'join'], cursor, count: PAGE },
    })
    yield await findEvents(store, userId, ids, onUnreadable.bind(null, 'message'))
    cursor = nextCursor
  } while (cursor !== 0n)
}

function conversationsIn(events: readonly DmEvent[], userId: bigint, kind: Kind): readonly object[] {
  const conversations = new Map<string, object[]>()
  for (const event of events) {
    if (kindOf(event.conversationId, userId) !== kind) continue
    const messages = conversations.get(event.conversationId) ?? []
    conversations.set(event.conversationId, messages)
    messages.push(entryOf(event))
  }
  return Array.from(conversations, ([conversationId, messages]) => ({
    dmConversation: { conversationId, messages },
  }))
}

function kindOf(conversationId: string, userId: bigint): Kind {
  return conversationOf(conversationId, userId)?.kind ?? 'pair'
}

function entryOf(event: DmEvent): object {
  const { kind, id, conversationId, senderId, content, participantIds } = event
  const createdAt = new Date(sentAtOf(event)).toISOString()
  if (kind === 'join' || content === undefined)
    return {
      participantsJoin: {
        ...{ id: String(id), initiatingUserId: String(senderId), userIds: participantIds.map(String) },
        createdAt,
      },
    }
  const conversation = conversationOf(conversationId, senderId)
  const recipient = conversation?.kind === 'pair' ? { recipientId: String(conversation.otherId) } : {}
  return {
    messageCreate: {
      ...{ id: String(id), senderId: String(senderId), ...recipient },
      text: escapeText(content.text),
      ...linksOf(content),
      createdAt,
    },
  }
}

/** The links of a text, including the link to its medium, and the URL of the medium. */
function linksOf({ urls = [], attachment }: MessageContent): object {
  const media = attachment?.type === 'media' ? [attachment.media] : []
  const link = ({
    url,
    expanded_url,
    display_url,
  }: Pick<(typeof urls)[number], 'url' | 'expanded_url' | 'display_url'>) => ({
    ...{ url, expanded: expanded_url, display: display_url },
  })
  // An imported message has the link of its medium among its other links.
  const others = urls.filter(({ url }) => url !== media[0]?.url)
  return { urls: [...others, ...media].map(link), mediaUrls: media.map(addressOf) }
}
