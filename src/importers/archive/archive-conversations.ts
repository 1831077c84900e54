/** Imports the conversations of a personal archive: messages with their pictures. */
import type { Tx } from '../../db/store.ts'
import { importMessages } from '../../domain/messages/import-messages.ts'
import { assignedValuesOf } from '../../files/json-values.ts'
import type { LineFormat } from '../line-import.ts'
import { fieldShown, HINT, parsed } from './archive-element.ts'
import { type Conversation, conversationIn, untilNow } from './archive-messages.ts'
import type { ArchivePictures } from './archive-pictures.ts'

/** Bytes of a conversation: a hundred thousand messages. */
const MAX_CONVERSATION_BYTES = 64 * 1024 * 1024

/** Weight of a picture in the size of a batch, in messages. */
const PICTURE_WEIGHT = 20

/** The import format of files of messages. @param pictures uploads the pictures of messages */
export function messagesOf(pictures: ArchivePictures): LineFormat<Conversation> {
  return {
    kind: 'archive-messages',
    noun: 'a conversation',
    hint: HINT,
    batch: 2_000,
    longest: MAX_CONVERSATION_BYTES,
    refusesLate: true,
    read: assignedValuesOf,
    parse: (text, note) => parsed(text, note, conversationIn),
    shown: (text) => fieldShown(text, 'conversationId'),
    weigh: ({ messages, faults, pictures }) =>
      Math.max(1, messages.length + faults.length + PICTURE_WEIGHT * pictures.length),
    async store(context, items, note) {
      const now = context.clock.now()
      const conversations = items.map((conversation) => untilNow(conversation, now))
      const messages = conversations.flatMap((each) => each.messages)
      const refused = conversations.flatMap(({ faults }, index) =>
        faults.map((reason) => ({ index, reason })),
      )
      const brought = await pictures.upload(conversations.flatMap((each) => each.pictures))
      const noteAll = (tx: Tx, imported: number) =>
        note(tx, { imported, skipped: messages.length - imported, refused })
      await importMessages(context, messages, noteAll, brought)
    },
  }
}
