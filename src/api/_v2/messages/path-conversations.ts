/** Finds the conversation that a path names (spec/v2-messages-and-media.md#conversations). */
import { Type } from 'typebox'
import {
  type Conversation,
  conversationOf,
  isConversationId,
} from '../../../domain/messages/conversations/conversation-id.ts'
import type { ParamSpec } from '../../../http/params.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import { keyParam } from '../parameters.ts'
import { ID_PATTERN, type ValidationErrors, valueText } from '../validation-errors.ts'

/** A way to name a conversation in a path. */
export interface PathConversation {
  /** The parameter of the path. */
  readonly name: string
  readonly param: ParamSpec[string]
  /** Finds the conversation; undefined if the user is not a member. Errors are added to `errors`. */
  read(errors: ValidationErrors, userId: bigint): Conversation | undefined
}

const CONVERSATION_PATTERN = /^[0-9]{1,19}(-[0-9]{1,19})?$/

/** The conversation of the caller with the user whose id is in the path. */
export const WITH_PARTICIPANT: PathConversation = {
  name: 'participant_id',
  param: keyParam('id'),
  read(errors) {
    const value = errors.one('participant_id', ID_PATTERN)
    if (!ID_PATTERN.test(value)) return undefined
    const otherId = BigInt(value)
    return otherId > LARGEST_ID ? undefined : { kind: 'pair', otherId }
  },
}

/** The conversation whose id is in the path: a group, or two users with their ids in either order. */
export const BY_ID: PathConversation = {
  name: 'id',
  param: {
    schema: Type.String({ pattern: CONVERSATION_PATTERN.source, description: 'The conversation.' }),
    parse: (text) => text,
  },
  read(errors, userId) {
    const value = errors.text('id') ?? ''
    if (isConversationId(value)) return conversationOf(value, userId)
    errors.add('id', `${valueText('id', value)} does not match ${CONVERSATION_PATTERN.source}`)
    return undefined
  },
}
