/**
 * Declares the calls about Spaces. Aviary has no Spaces, so no call finds one (spec/v2.md#spaces-and-trends). The calls
 * accept the parameters of the public service.
 */
import { Type } from 'typebox'
import type { Day } from '../../formats/fields/day.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import type { Param } from '../../http/params.ts'
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { requireEnrolment } from '../_enrolment.ts'
import { problemEntry } from '../_problems.ts'
import { readSelection, type Subject, selectionParams } from './parameters.ts'
import { notFound } from './partial-errors.ts'
import { V2_PARTIAL_ERROR } from './schemas.ts'
import { type ListKind, ValidationErrors } from './validation-errors.ts'
import { V2_DIALECT } from './view.ts'

const SPACE_ID_PATTERN = /^[a-zA-Z0-9]{1,13}$/
const SPACE_ID_LIST: ListKind = { forbidden: /[^a-zA-Z0-9,]/, maxLength: 13 }

type Params = Readonly<Record<string, Param<string | undefined>>>

interface SpaceCall {
  readonly path: string
  readonly summary: string
  /** Accepted kinds of callers; default: apps, and users with OAuth 2.0. */
  readonly auth?: readonly ('app' | 'user')[]
  /** Parameters except those that select fields. */
  readonly params: Params
  /** Objects whose fields can be selected; default: Spaces. */
  readonly of?: Extract<Subject, 'posts' | 'users'>
  /** Checks the values of {@link params}. */
  read(errors: ValidationErrors): void
}

const NO_SPACES = Type.Object(
  { meta: Type.Object({ result_count: Type.Literal(0) }) },
  { title: 'V2NoSpaces' },
)

const MISSING_SPACES = Type.Object({ errors: Type.Array(V2_PARTIAL_ERROR) }, { title: 'V2MissingSpaces' })

/** Declares a page. The page is always empty. */
export function spacePage(call: SpaceCall): ApiEndpoint {
  return spaceEndpoint(call, NO_SPACES, () => ({ meta: { result_count: 0 } }))
}

/** Declares a lookup. The response has an error for every requested Space. @param key the parameter with the ids */
export function spaceLookup(path: string, summary: string, key: 'ids' | 'id'): ApiEndpoint {
  const isList = key === 'ids'
  const description = isList ? '1 to 100 ids of Spaces, separated by commas.' : 'Id of the Space.'
  const idsIn = (errors: ValidationErrors) =>
    isList ? errors.list(key, SPACE_ID_PATTERN, SPACE_ID_LIST) : [errors.one(key, SPACE_ID_PATTERN)]
  const params = { [key]: textParam(Type.String({ description })) }
  return spaceEndpoint({ path, summary, params, read: idsIn }, MISSING_SPACES, (errors) => ({
    errors: [...new Set(idsIn(errors))].map((value) =>
      notFound(V2_DIALECT, { type: 'space', parameter: key, value, section: 'data' }),
    ),
  }))
}

/** A parameter whose text is not parsed. {@link SpaceCall.read} checks the text. */
export function textParam(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema, parse: (text) => text }
}

function spaceEndpoint(
  { path, summary, auth = ['app'], params: own, of, read }: SpaceCall,
  schema: typeof NO_SPACES | typeof MISSING_SPACES,
  bodyOf: (errors: ValidationErrors) => object,
): ApiEndpoint {
  const params = { ...own, ...(of === undefined ? SPACE_FIELD_PARAMS : selectionParams(of, '2')) }
  const names = Object.keys(params)
  const isForUsers = !auth.includes('app')
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary,
    auth,
    scopes: ['space.read'],
    writes: false,
    window: isForUsers ? { user: 300, app: 0 } : { user: 0, app: 300 },
    params,
    answers: [{ schema }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ caller, services, sent, outer }) {
      const errors = new ValidationErrors(sent)
      errors.addUnknown(names, path.includes('/:id') ? 'id' : undefined)
      read(errors)
      if (of === undefined) readSpaceFields(errors, outer.apiDate)
      else readSelection(errors, of, '2', outer.apiDate)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      return { status: 200, body: JSON.stringify(bodyOf(errors)) }
    },
  })
}

/** Checks the id of a Space in a path. */
export function readSpaceId(errors: ValidationErrors): void {
  errors.one('id', SPACE_ID_PATTERN)
}

/** Accepted names, in the order of error messages. */
const SPACE_CHOICES = {
  expansions: ['creator_id', 'host_ids', 'invited_user_ids', 'speaker_ids', 'topic_ids'],
  'space.fields': [
    ...['created_at', 'creator_id', 'ended_at', 'host_ids', 'id', 'invited_user_ids', 'is_ticketed', 'lang'],
    ...['participant_count', 'scheduled_start', 'speaker_ids', 'started_at', 'state', 'subscriber_count'],
    ...['title', 'topic_ids', 'updated_at'],
  ],
  'topic.fields': ['description', 'id', 'name'],
} as const

const SPACE_FIELD_PARAMS: Params = {
  ...Object.fromEntries(Object.entries(SPACE_CHOICES).map(([name, values]) => [name, choiceParam(values)])),
  'user.fields': choiceParam(USER_FIELDS.names([])),
}

function choiceParam(names: readonly string[]): Param<string | undefined> {
  return textParam(Type.Optional(Type.Array(Type.Union(names.map((name) => Type.Literal(name))))))
}

function readSpaceFields(errors: ValidationErrors, day: Day | undefined): void {
  for (const [name, values] of Object.entries(SPACE_CHOICES)) errors.choices(name, values)
  errors.choices('user.fields', USER_FIELDS.names([], day))
}
