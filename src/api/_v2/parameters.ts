/** The parameters of Labs v2 and API v2 that choose what is shown (spec/labs-lookup.md#fields). */
import { Type } from 'typebox'
import type { Day } from '../../formats/fields/day.ts'
import { setOf } from '../../formats/v2/field-set.ts'
import type { CallKind, V2FieldTable } from '../../formats/v2/field-table.ts'
import {
  completeSelection,
  EXPANSION,
  type Expansion,
  POST_EXPANSIONS,
  type Selection,
  USER_EXPANSIONS,
} from '../../formats/v2/fields.ts'
import { MEDIA_FIELDS } from '../../formats/v2/media-fields.ts'
import { PLACE_FIELDS } from '../../formats/v2/place-fields.ts'
import { POLL_FIELDS } from '../../formats/v2/poll-fields.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import type { Sent } from '../../http/form.ts'
import type { Param } from '../../http/params.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import { ID_PATTERN, USERNAME_LIST, USERNAME_PATTERN, ValidationErrors } from './validation-errors.ts'

/** Kind of objects of an endpoint; it determines the expansions and fields. */
export type Subject = 'posts' | 'found posts' | 'users'

/** API whose field names are valid: Labs has no `conversation_id`. */
export type Generation = 'labs' | '2'

/** An unparsed parameter; {@link readSelection} reports the errors of all parameters together. */
function asSent(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema, parse: (text) => text }
}

function choiceOf(names: readonly string[], description: string): Param<string | undefined> {
  const values = Type.Array(Type.Union(names.map((name) => Type.Literal(name))), { description })
  return asSent(Type.Optional(values))
}

/** The parameters, in the order in which errors list them. */
export function selectionParams(subject: Subject, generation: Generation) {
  const calls = callKinds(subject, generation)
  return {
    expansions: choiceOf(expansionsOf(subject), 'Objects to include that others point at.'),
    'tweet.fields': choiceOf(POST_FIELDS.names(calls), 'Fields of posts besides `id` and `text`.'),
    'user.fields': choiceOf(USER_FIELDS.names(calls), 'Fields of users besides `id`, `name` and `username`.'),
    'media.fields': choiceOf(MEDIA_FIELDS.names(calls), 'Fields of media besides `media_key` and `type`.'),
    'place.fields': choiceOf(PLACE_FIELDS.names(calls), 'Fields of places besides `id` and `full_name`.'),
    'poll.fields': choiceOf(POLL_FIELDS.names(calls), 'Fields of polls besides `id` and `options`.'),
  } as const
}

function expansionsOf(subject: Subject) {
  return subject === 'users' ? USER_EXPANSIONS : POST_EXPANSIONS
}

/** The part of a table that a parameter is read by. */
type FieldChoice<Name extends string> = Pick<V2FieldTable<unknown, Name>, 'bits' | 'names'>

/** A search accepts fewer fields (spec/recent-search.md#parameters), Labs too (spec/labs-lookup.md#early-access). */
function callKinds(subject: Subject, generation: Generation): readonly CallKind[] {
  return [
    ...(generation === 'labs' ? (['labs'] as const) : []),
    ...(subject === 'found posts' ? (['search'] as const) : []),
  ]
}

/**
 * The requested fields and expansions, with the defaults; errors of the parameters go to `errors`.
 * @param day whose API it is; all fields are accepted, when left out
 */
export function readSelection(
  errors: ValidationErrors,
  subject: Subject,
  generation: Generation,
  day?: Day | undefined,
): Selection {
  const calls = callKinds(subject, generation)
  const expansions: readonly Expansion[] = errors.choices('expansions', expansionsOf(subject))
  const fieldsIn = <Name extends string>(parameter: string, table: FieldChoice<Name>) =>
    setOf(table.bits, errors.choices(parameter, table.names(calls, day)))
  return completeSelection({
    expansions: setOf(EXPANSION, expansions),
    post: fieldsIn('tweet.fields', POST_FIELDS),
    user: fieldsIn('user.fields', USER_FIELDS),
    media: fieldsIn('media.fields', MEDIA_FIELDS),
    place: fieldsIn('place.fields', PLACE_FIELDS),
    poll: fieldsIn('poll.fields', POLL_FIELDS),
  })
}

/** Keys of a lookup, by parameter name. */
export const KEYS = {
  ids: { isId: true, isList: true, description: '1 to 100 ids, separated by commas.' },
  id: { isId: true, isList: false, description: 'The id.' },
  usernames: { isId: false, isList: true, description: '1 to 100 usernames, separated by commas.' },
  username: { isId: false, isList: false, description: 'The username; case does not matter.' },
} as const

export type Key = keyof typeof KEYS

/** The parameter for the key of a lookup. */
export function keyParam(key: Key): Param<string | undefined> {
  return asSent(Type.String({ description: KEYS[key].description }))
}

/** At least one is named, by id or by username. */
export interface LookupRequest {
  readonly ids: ParsedIds
  readonly usernames: readonly string[]
  readonly selection: Selection
}

/**
 * Reads the parameters of a lookup.
 * @param names of all parameters, in order
 * @throws {Problem} `invalidRequest`, with all errors
 */
export function readLookup(
  sent: Sent,
  names: readonly string[],
  key: Key,
  subject: Subject,
  generation: Generation,
  day?: Day | undefined,
): LookupRequest {
  const errors = new ValidationErrors(sent)
  errors.addUnknown(names, KEYS[key].isList ? undefined : key)
  const named = KEYS[key].isId ? { ids: readIds(errors, key), usernames: [] } : readUsernames(errors, key)
  const selection = readSelection(errors, subject, generation, day)
  errors.throwIfAny()
  return { ...named, selection }
}

function readIds(errors: ValidationErrors, key: Key): ParsedIds {
  if (KEYS[key].isList) return errors.ids(key)
  return ParsedIds.parse(errors.one(key, ID_PATTERN)) ?? ParsedIds.NONE
}

function readUsernames(errors: ValidationErrors, key: Key): Pick<LookupRequest, 'ids' | 'usernames'> {
  const usernames = KEYS[key].isList
    ? errors.list(key, USERNAME_PATTERN, USERNAME_LIST)
    : [errors.one(key, USERNAME_PATTERN)]
  return { ids: ParsedIds.NONE, usernames }
}
