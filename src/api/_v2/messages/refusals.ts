/** Errors of refused messages (spec/v2-messages-and-media.md#messages). */
import { Refusal } from '../../../domain/context.ts'
import { type ParameterError, Problem } from '../../_problems.ts'
import { V11_ERRORS } from '../../1.1/_errors.ts'
import { notAMember } from './membership.ts'

/** Refusals whose error text is that of v1.1. */
const FORBIDDEN: Readonly<Record<string, string>> = {
  'messages-of-followers-only': V11_ERRORS.messagesOfFollowersOnly.message,
  'cannot-message': V11_ERRORS.cannotMessage.message,
  'blocks-recipient': V11_ERRORS.cannotMessageBlocked.message,
}

/** Refusals for invalid parameters, with the name of the parameter and the error text. */
const INVALID: Readonly<Record<string, readonly [name: string, message: string]>> = {
  'user-not-found': ['participant_id', 'This user cannot be found.'],
  'message-too-long': ['text', V11_ERRORS.messageTooLong.message],
  'message-empty': ['text', 'text: can not be empty'],
  'group-invalid': ['participant_ids', 'participant_ids: must be 2 to 49 other users'],
  'media-not-found': ['attachments', 'Your media IDs are invalid.'],
  'media-invalid': ['attachments', 'Your media IDs are invalid.'],
}

/** @throws {Problem} `forbidden` or `invalidRequest` for a refusal of a command; other errors are thrown unchanged */
export function rethrowRefusal(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  if (error.reason === 'not-a-member') throw notAMember()
  const forbidden = FORBIDDEN[error.reason]
  if (forbidden !== undefined) throw new Problem('forbidden', forbidden)
  const [name, message] = INVALID[error.reason] ?? []
  if (name === undefined || message === undefined) throw error
  const parameterError: ParameterError = { parameters: { [name]: [] }, message }
  throw new Problem('invalidRequest', undefined, [parameterError])
}
