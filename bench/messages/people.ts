/**
 * Creates the users of the bench. Each client has its own sender, and its own recipient who accepts
 * messages.
 */
import { createUser } from '../../src/domain/accounts/create-user.ts'
import type { Context } from '../../src/domain/context.ts'
import { setAcceptsAnyone } from '../../src/domain/messages/message-settings.ts'

export interface Pair {
  readonly sender: bigint
  readonly recipient: bigint
}

/** Text of every message. */
export const TEXT = 'The quick brown fox jumps over the lazy dog'

export function pairsOf(context: Context, count: number): Promise<Pair[]> {
  return Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const [sender, recipient] = await Promise.all([
        createUser(context, { screenName: `writer${index}` }),
        createUser(context, { screenName: `reader${index}` }),
      ])
      await setAcceptsAnyone(context, { userId: recipient.id, acceptsAnyone: true })
      return { sender: sender.id, recipient: recipient.id }
    }),
  )
}

/** Body of a request to send. */
export function bodyOf(recipient: bigint): string {
  return JSON.stringify({
    event: {
      type: 'message_create',
      message_create: { target: { recipient_id: String(recipient) }, message_data: { text: TEXT } },
    },
  })
}
