/** Declares the calls with which a user follows or pins a list. */
import type { Context } from '../../../domain/context.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { readBody } from '../json-body.ts'
import { keyParam } from '../parameters.ts'
import { requireSelf } from '../self.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { listCommand } from './list-commands.ts'
import { CHOSEN_LIST, listStateAnswer } from './list-schemas.ts'

interface ChosenLists {
  /** The path, which begins with `/2/users/:id/`. */
  readonly path: string
  readonly summary: string
  /** The member of the response. It is true after the list was chosen, and false after the choice was removed. */
  readonly member: string
  /** Title of the response schema in the API document. */
  readonly title: string
  /** True if the number of chosen lists has a maximum. */
  readonly isLimited?: true
  run(context: Context, input: { readonly userId: bigint; readonly listId: bigint }): Promise<unknown>
}

const ERRORS = [problemEntry('invalidRequest'), problemEntry('clientForbidden')]

/** Declares the POST, with `list_id` in the body. */
export function chooseLists({ path, summary, member, title, isLimited, run }: ChosenLists): ApiEndpoint {
  return defineEndpoint({
    method: 'POST',
    paths: [path],
    summary,
    auth: ['user'],
    scopes: ['list.write'],
    writes: true,
    window: { user: 50, app: 0 },
    params: { id: keyParam('id') },
    body: { kind: 'json', schema: CHOSEN_LIST },
    answers: [{ schema: listStateAnswer(title, member) }],
    errors: isLimited === true ? [...ERRORS, problemEntry('forbidden')] : ERRORS,
    async handle({ caller, services, sent, json }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(['id'], 'id')
      const self = errors.one('id', ID_PATTERN)
      errors.throwIfAny()
      const listId = readBody(json, ['list_id'], (part) => part.requiredId('list_id'))
      await requireEnrolment(services, '2', caller.app.id)
      const userId = requireSelf(caller.user.id, self)
      return listCommand({
        value: String(listId),
        parameter: 'list_id',
        async run() {
          await run(services, { userId, listId })
          return { [member]: true }
        },
      })
    },
  })
}

/** Declares the DELETE, with the id of a list in the path. */
export function endChoice({ path, summary, member, title, run }: ChosenLists): ApiEndpoint {
  return defineEndpoint({
    method: 'DELETE',
    paths: [`${path}/:list_id`],
    summary,
    auth: ['user'],
    scopes: ['list.write'],
    writes: true,
    window: { user: 50, app: 0 },
    params: { id: keyParam('id'), list_id: keyParam('id') },
    answers: [{ schema: listStateAnswer(title, member) }],
    errors: ERRORS,
    async handle({ caller, services, sent }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(['id', 'list_id'], 'id', 'list_id')
      const self = errors.one('id', ID_PATTERN)
      const value = errors.one('list_id', ID_PATTERN)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      const userId = requireSelf(caller.user.id, self)
      return listCommand({
        value,
        parameter: 'list_id',
        async run(listId) {
          await run(services, { userId, listId })
          return { [member]: false }
        },
      })
    },
  })
}
