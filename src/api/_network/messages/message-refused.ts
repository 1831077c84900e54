/** Texts for refused messages on pages (spec/pages.md#messages). */
import { Refusal, type RefusalReason } from '../../../domain/context.ts'

/** The text for a refused message. @throws any other error */
export function saidOf(error: unknown): string {
  const said = error instanceof Refusal ? REFUSED[error.reason] : undefined
  if (said === undefined) throw error
  return said
}

const NOT_OPEN = 'You cannot send messages to this user. Users receive them from users whom they follow.'

const REFUSED: Partial<Record<RefusalReason, string>> = {
  'message-empty': 'Write a text.',
  'message-too-long': 'This text is too long: 10,000 characters at most.',
  'message-invalid': 'This text has characters that no message may have.',
  'user-not-found': NOT_OPEN,
  'cannot-message': NOT_OPEN,
  'messages-of-followers-only': NOT_OPEN,
  'blocks-recipient': 'You have blocked this user. Unblock it first.',
}
