/** POST 2/lists; GET, PUT and DELETE 2/lists/:id (spec/v2-users-and-lists.md#list-calls). */
import { Refusal } from '../../domain/context.ts'
import { createList } from '../../domain/lists/create-list.ts'
import { deleteList } from '../../domain/lists/delete-list.ts'
import { updateList } from '../../domain/lists/update-list.ts'
import { defineEndpoint } from '../_endpoint.ts'
import { requireEnrolment } from '../_enrolment.ts'
import { problemEntry } from '../_problems.ts'
import { dataAnswer } from '../_v2/data-answer.ts'
import { readBody } from '../_v2/json-body.ts'
import { listCommand, listProblem } from '../_v2/lists/list-commands.ts'
import { CREATED_LIST, LIST_CHANGE, listStateAnswer, NEW_LIST } from '../_v2/lists/list-schemas.ts'
import { lookUpList } from '../_v2/lists/look-up-list.ts'
import { keyParam } from '../_v2/parameters.ts'
import { ID_PATTERN, ValidationErrors } from '../_v2/validation-errors.ts'

const ERRORS = [problemEntry('invalidRequest'), problemEntry('clientForbidden')]
const WRITE_ERRORS = [...ERRORS, problemEntry('forbidden')]
const MEMBERS = ['name', 'description', 'private'] as const

export const v2ListsCreate = defineEndpoint({
  method: 'POST',
  paths: ['/2/lists'],
  summary: 'Creates a list.',
  auth: ['user'],
  scopes: ['list.write'],
  writes: true,
  window: { user: 300, app: 0 },
  params: {},
  body: { kind: 'json', schema: NEW_LIST },
  answers: [{ status: 201, schema: CREATED_LIST }],
  errors: WRITE_ERRORS,
  async handle({ caller, services, sent, json }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown([])
    errors.throwIfAny()
    const body = readBody(json, MEMBERS, (part) => {
      part.requireOneOf(['name'])
      const name = part.text('name') ?? ''
      const description = part.text('description') ?? ''
      return { name, description, isPrivate: part.flag('private') ?? false }
    })
    await requireEnrolment(services, '2', caller.app.id)
    try {
      const { id, name } = await createList(services, { userId: caller.user.id, ...body })
      return dataAnswer({ id: String(id), name }, 201)
    } catch (error) {
      throw error instanceof Refusal ? listProblem(error) : error
    }
  },
})

export const v2List = lookUpList('/2/lists/:id')

export const v2ListUpdate = defineEndpoint({
  method: 'PUT',
  paths: ['/2/lists/:id'],
  summary: 'Changes a list of the user.',
  auth: ['user'],
  scopes: ['list.write'],
  writes: true,
  window: { user: 300, app: 0 },
  params: { id: keyParam('id') },
  body: { kind: 'json', schema: LIST_CHANGE },
  answers: [{ schema: listStateAnswer('V2UpdatedList', 'updated') }],
  errors: WRITE_ERRORS,
  async handle({ caller, services, sent, json }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(['id'], 'id')
    const value = errors.one('id', ID_PATTERN)
    errors.throwIfAny()
    const change = readBody(json, MEMBERS, (part) => {
      part.requireOneOf(MEMBERS)
      const [name, description] = [part.text('name'), part.text('description')]
      return { name, description, isPrivate: part.flag('private') }
    })
    await requireEnrolment(services, '2', caller.app.id)
    return listCommand({
      value,
      action: 'update',
      async run(listId) {
        await updateList(services, { userId: caller.user.id, listId, ...change })
        return { updated: true }
      },
    })
  },
})

export const v2ListDelete = defineEndpoint({
  method: 'DELETE',
  paths: ['/2/lists/:id'],
  summary: 'Deletes a list of the user.',
  auth: ['user'],
  scopes: ['list.write'],
  writes: true,
  window: { user: 300, app: 0 },
  params: { id: keyParam('id') },
  answers: [{ schema: listStateAnswer('V2DeletedList', 'deleted') }],
  errors: WRITE_ERRORS,
  async handle({ caller, services, sent }) {
    const errors = new ValidationErrors(sent)
    errors.addUnknown(['id'], 'id')
    const value = errors.one('id', ID_PATTERN)
    errors.throwIfAny()
    await requireEnrolment(services, '2', caller.app.id)
    return listCommand({
      value,
      action: 'delete',
      async run(listId) {
        await deleteList(services, { userId: caller.user.id, listId })
        return { deleted: true }
      },
    })
  },
})
