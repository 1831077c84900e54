/** Declares calls that add or remove members of a list. */
import type { Context } from '../../../domain/context.ts'
import type { List } from '../../../domain/lists/list.ts'
import { optionalText } from '../../../http/params.ts'
import { LARGEST_ID } from '../../../lib/ids/largest-id.ts'
import type { V11ErrorName } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { idsNamed } from '../_named.ts'
import { LIST } from '../_schemas/list.ts'
import { targetParams } from '../_target.ts'
import { requireNamedId } from '../_target-user.ts'
import { listAnswer } from './_list-texts.ts'
import { NAMED_LIST_ERRORS, namedListParams, ofOwnList, requireNamedListId } from './_named-list.ts'

interface MemberChange {
  readonly path: `/1.1/lists/members/${string}.json`
  readonly summary: string
  /** The error for the list of another user. */
  readonly notOwn: V11ErrorName
  readonly errors: readonly V11ErrorName[]
  run(
    context: Context,
    input: { readonly userId: bigint; readonly listId: bigint; readonly memberIds: readonly bigint[] },
  ): Promise<List>
}

/** Declares a call that changes one member. */
export function changeMember({ path, summary, notOwn, errors, run }: MemberChange) {
  return v11Endpoint({
    method: 'POST',
    paths: [path],
    summary,
    auth: ['user'],
    writes: true,
    window: undefined,
    params: { ...namedListParams, ...targetParams },
    errors: [
      ...NAMED_LIST_ERRORS,
      'queryParametersMissing',
      'parameterInvalid',
      'userNotFound',
      notOwn,
      ...errors,
    ],
    answers: [{ schema: LIST }],
    async handle({ params, caller, services, outer }) {
      const userId = caller.user.id
      const listId = await requireNamedListId(params, services)
      const memberIds = [await requireNamedId(params, services)]
      const list = await ofOwnList(run(services, { userId, listId, memberIds }), notOwn)
      return listAnswer(services, { userId }, list, outer)
    },
  })
}

/** Declares a call that changes up to 100 members. */
export function changeMembers({ path, summary, notOwn, errors, run }: MemberChange) {
  return v11Endpoint({
    method: 'POST',
    paths: [path],
    summary,
    auth: ['user'],
    writes: true,
    window: undefined,
    params: {
      ...namedListParams,
      user_id: optionalText('Ids of users, separated by commas; up to 100 users in total.'),
      screen_name: optionalText('Screen names of users, separated by commas.'),
    },
    errors: [
      ...NAMED_LIST_ERRORS,
      'queryParametersMissing',
      'tooManyTerms',
      'parameterInvalid',
      notOwn,
      ...errors,
    ],
    answers: [{ schema: LIST }],
    async handle({ params, caller, services, outer }) {
      const userId = caller.user.id
      const listId = await requireNamedListId(params, services)
      const { ids } = await idsNamed(services, params)
      const memberIds = ids.filter((id) => id <= LARGEST_ID)
      const list = await ofOwnList(run(services, { userId, listId, memberIds }), notOwn)
      return listAnswer(services, { userId }, list, outer)
    },
  })
}
