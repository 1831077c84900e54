/** Runs commands on lists in API v2, and renders their refusals (spec/v2-users-and-lists.md#list-rules). */
import { Refusal, type RefusalReason } from '../../../domain/context.ts'
import { LIST_LIMITS } from '../../../domain/lists/list.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import type { JsonObject } from '../../../lib/json.ts'
import { Problem } from '../../_problems.ts'
import { dataAnswer } from '../data-answer.ts'
import { unseenListError } from './list-parts.ts'

/**
 * Actions on a list, in the words of the error messages about lists of other users. Clients compare the messages.
 */
export type ListAction = 'update' | 'delete' | 'add members to' | 'delete members from'

interface ListCommand {
  /** The id of the list, as digits. */
  readonly value: string
  /** Name of the parameter with the id. */
  readonly parameter?: string
  readonly action?: ListAction
  /** Runs the command. Its result becomes the member `data` of the response. */
  readonly run: (listId: bigint) => Promise<JsonObject>
}

/**
 * The response of a command. A list that the user may not see has the same error as in a lookup.
 * @throws {Problem} `forbidden` or `invalidRequest` for other refusals
 */
export async function listCommand({ value, parameter, action, run }: ListCommand): Promise<Answer> {
  const id = BigInt(value)
  try {
    if (id > LARGEST_ID) throw new Refusal('list-not-found', 'no list has such an id')
    return dataAnswer(await run(id))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.reason === 'list-not-found') {
      const errors = [unseenListError('not-found', value, parameter)]
      return { status: 200, body: JSON.stringify({ errors }) }
    }
    throw listProblem(error, action)
  }
}

const FORBIDDEN: Partial<Record<RefusalReason, string>> = {
  'lists-too-many': `You are not allowed to create more than ${LIST_LIMITS.lists} Lists.`,
  'list-members-too-many': `You are not allowed to add more than ${LIST_LIMITS.members} members to a List.`,
  'list-pins-too-many': `You are not allowed to pin more than ${LIST_LIMITS.pins} Lists.`,
  'list-member-blocks-owner': 'You are not allowed to add this user to your Lists.',
}

/** For each refusal of an invalid value, the member of the body that has the value, and the message. */
const INVALID: Partial<Record<RefusalReason, readonly [string, string]>> = {
  'list-name-invalid': ['name', `name: must have 1 to ${LIST_LIMITS.nameLength} characters`],
  'list-description-invalid': [
    'description',
    `description: must have at most ${LIST_LIMITS.descriptionLength} characters`,
  ],
  'user-not-found': ['user_id', 'This user cannot be found.'],
}

/** The problem for a refusal. Refusals that no client can cause have no problem, and are returned unchanged. */
export function listProblem(refusal: Refusal, action?: ListAction): Error {
  const detail =
    refusal.reason === 'list-not-own' && action !== undefined
      ? `You are not allowed to ${action} this List.`
      : FORBIDDEN[refusal.reason]
  if (detail !== undefined) return new Problem('forbidden', detail)
  const invalid = INVALID[refusal.reason]
  if (invalid === undefined) return refusal
  const [name, message] = invalid
  return new Problem('invalidRequest', undefined, [{ parameters: { [name]: [] }, message }])
}
