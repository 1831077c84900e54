/** Imports the conversations of a personal archive: messages with their pictures. */

import type { Tx } from '../../../db/store.ts'
import type { Context } from '../../../domain/context.ts'
import {
  groupEventsUnknown,
  type ImportedGroupEvent,
  importGroupEvents,
} from '../../../domain/messages/conversations/import-groups.ts'
import { importMessages, messagesUnknown } from '../../../domain/messages/import-messages.ts'
import type { Message } from '../../../domain/messages/record.ts'
import { assignedValuesOf } from '../../../files/json-values.ts'
import type { ReportFault } from '../../../lib/repair.ts'
import type { Note } from '../../batch.ts'
import { type Fields, InvalidItem } from '../../json-fields.ts'
import type { LineFormat } from '../../line-import.ts'
import { fieldShown, parsed } from '../archive-element.ts'
import { elementOf } from '../archive-screen.ts'
import type { MessagePictures } from '../media/message-pictures.ts'
import type { ArchiveGroups } from './archive-groups.ts'
import {
  type Conversation,
  conversationIn,
  groupConversationIn,
  listParts,
  MAX_CONVERSATION_BYTES,
  type PartListener,
  untilNow,
} from './archive-messages.ts'

/** Size of a picture in a batch, as a number of messages. */
const PICTURE_WEIGHT = 20

/** The import format of files of messages. @param onOther called with the name of each part that is not imported */
export function messagesOf(
  pictures: MessagePictures,
  onOther: (name: string) => void,
): LineFormat<Conversation<Message>> {
  return {
    ...conversations('archive-messages', conversationIn, listenerOf(pictures, onOther)),
    async store(context, items, note) {
      const { all, references, noteAll } = batchOf(context, items, note)
      const brought = await pictures.upload(references, messagesUnknown)
      await importMessages(context, all, noteAll, brought)
    },
  }
}

/**
 * The import format of files of group messages.
 * @param groups the groups from all files of group messages
 * @param onOther called with the name of each part that is not imported
 */
export function groupMessagesOf(
  pictures: MessagePictures,
  groups: ArchiveGroups,
  onOther: (name: string) => void,
): LineFormat<Conversation<ImportedGroupEvent>> {
  return {
    ...conversations('archive-group-messages', groupConversationIn, listenerOf(pictures, onOther)),
    async store(context, items, note) {
      const { all, references, noteAll } = batchOf(context, items, note)
      const brought = await pictures.upload(references, groupEventsUnknown)
      const ids = new Set(all.map(({ groupId }) => groupId))
      await importGroupEvents(context, groups.of(ids), all, noteAll, brought)
    },
  }
}

function listenerOf(pictures: MessagePictures, onOther: (name: string) => void): PartListener {
  return { onOther, onPicture: (picture) => pictures.refer(picture) }
}

function listPartsIn(text: string, listener: PartListener): void {
  try {
    const element = elementOf(text)
    if (element !== undefined) listParts(element, listener)
  } catch (error) {
    // The import rejects the invalid element.
    if (!(error instanceof InvalidItem)) throw error
  }
}

function conversations<Item extends Pick<Message, 'id' | 'sentAt'>>(
  kind: string,
  read: (fields: Fields, note: ReportFault) => Conversation<Item>,
  listener: PartListener,
): Omit<LineFormat<Conversation<Item>>, 'store'> {
  return {
    kind,
    batch: 2_000,
    longest: MAX_CONVERSATION_BYTES,
    refusesLate: true,
    // Each run reads the file from the beginning. Therefore a run after an interruption lists all parts.
    async *read(file, options) {
      for await (const lines of assignedValuesOf(file, options)) {
        for (const { text } of lines) listPartsIn(text, listener)
        yield lines
      }
    },
    parse: (text, note) => parsed(text, note, read),
    shown: (text) => fieldShown(text, 'conversationId'),
    weigh: ({ messages, faults, pictures }) =>
      Math.max(1, messages.length + faults.length + PICTURE_WEIGHT * pictures.length),
  }
}

/** The messages and pictures of a batch, and a function that notes the result of storing them. */
function batchOf<Item extends Pick<Message, 'id' | 'sentAt'>>(
  { clock }: Pick<Context, 'clock'>,
  items: readonly Conversation<Item>[],
  note: Note,
) {
  const now = clock.now()
  const ready = items.map((conversation) => untilNow(conversation, now))
  const all = ready.flatMap(({ messages }) => messages)
  const refused = ready.flatMap(({ faults }, index) => faults.map((reason) => ({ index, reason })))
  return {
    all,
    references: ready.flatMap(({ pictures }) => pictures),
    noteAll: (tx: Tx, imported: number) => note(tx, { imported, skipped: all.length - imported, refused }),
  }
}
