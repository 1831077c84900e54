/**
 * Declares the calls with which users change their likes, reposts, bookmarks and relations: POST with the id in a JSON
 * body, and DELETE with the id in the path (spec/v2-posts.md#likes-reposts-bookmarks,
 * spec/v2-users-and-lists.md#relation-calls).
 */
import { type TProperties, Type } from 'typebox'
import type { UserCaller } from '../../../auth/caller.ts'
import type { Param } from '../../../http/params.ts'
import type { JsonObject } from '../../../lib/json.ts'
import type { Scope } from '../../../lib/scopes.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'
import { dataAnswer } from '../data-answer.ts'
import { readBody } from '../json-body.ts'
import { requireSelf } from '../self.ts'
import { ID_PATTERN, ValidationErrors } from '../validation-errors.ts'
import { actionProblem, type Verb } from './action-problem.ts'

/** A call whose user and ids have been checked. */
export interface ActionCall {
  readonly services: Services
  readonly caller: UserCaller
  readonly userId: bigint
  /** The id of the post or user; undefined for an id above 64 bits, because no object has such an id. */
  readonly targetId: bigint | undefined
}

interface SelfAction {
  readonly path: string
  readonly summary: string
  readonly scopes: readonly Scope[]
  readonly window: ApiEndpoint['window']
  /** The verb of the action in error messages. */
  readonly verb: Verb
  /** Members of `data`. */
  readonly data: TProperties
  /**
   * Runs the action.
   * @returns the member `data` of the response
   * @throws {Refusal} which becomes an {@link actionProblem}
   */
  run(call: ActionCall): Promise<JsonObject>
}

const ERRORS = [problemEntry('invalidRequest'), problemEntry('clientForbidden'), problemEntry('forbidden')]

/** Declares a POST. @param action.member the member of the body that has the id of the target */
export function postAction(action: SelfAction & { readonly member: string }): ApiEndpoint {
  const { path, member } = action
  const body = Type.Object(
    { [member]: Type.String({ pattern: ID_PATTERN.source }) },
    { title: titleOf('Body', action) },
  )
  return defineEndpoint({
    ...factsOf(action, 'Added'),
    method: 'POST',
    paths: [path],
    params: { id: idParam('Id of the calling user.') },
    body: { kind: 'json', schema: body },
    async handle({ caller, services, sent, json }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(['id'], 'id')
      const value = errors.one('id', ID_PATTERN)
      errors.throwIfAny()
      const targetId = readBody(json, [member], (part) => part.requiredId(member))
      await requireEnrolment(services, '2', caller.app.id)
      const userId = requireSelf(caller.user.id, value)
      return dataAnswer(await runAction(action, { services, caller, userId, targetId }))
    },
  })
}

/** Declares a DELETE. @param action.path has two parameters: the id of the calling user, and the id of the target */
export function deleteAction(action: SelfAction): ApiEndpoint {
  const [self = '', target = ''] = [...action.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return defineEndpoint({
    ...factsOf(action, 'Removed'),
    method: 'DELETE',
    paths: [action.path],
    params: { [self]: idParam('Id of the calling user.'), [target]: idParam('Id of the target.') },
    async handle({ caller, services, sent }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown([self, target], self, target)
      const value = errors.one(self, ID_PATTERN)
      const targetId = idIn(errors.one(target, ID_PATTERN))
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      const userId = requireSelf(caller.user.id, value, self)
      return dataAnswer(await runAction(action, { services, caller, userId, targetId }))
    },
  })
}

/** @param what the part of the title that distinguishes the schemas of the responses */
function factsOf(action: SelfAction, what: 'Added' | 'Removed') {
  const { summary, scopes, window, data } = action
  const schema = Type.Object({ data: Type.Object(data) }, { title: titleOf(what, action) })
  return {
    summary,
    auth: ['user'],
    scopes,
    writes: true,
    window,
    errors: ERRORS,
    answers: [{ schema }],
  } as const
}

/** The title of a schema, such as `V2LikesBody`. */
function titleOf(kind: 'Body' | 'Added' | 'Removed', { path }: SelfAction): string {
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':'))
  return `V2${words.slice(2).map(capitalized).join('')}${kind}`
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

function idParam(description: string): Param<string | undefined> {
  return { schema: Type.String({ pattern: ID_PATTERN.source, description }), parse: (text) => text }
}

async function runAction({ verb, run }: SelfAction, call: ActionCall): Promise<JsonObject> {
  try {
    return await run(call)
  } catch (error) {
    throw actionProblem(error, verb)
  }
}
