/** The parameters of Labs v2 and API v2 that select fields and expansions (spec/labs-lookup.md#fields). */
import { Type } from 'typebox'
import { type Day, earlierDay, LABS_DAY, LATEST_DAY } from '../../formats/fields/day.ts'
import { setOf } from '../../formats/v2/field-set.ts'
import type { CallKind, V2FieldTable } from '../../formats/v2/field-table.ts'
import {
  completeSelection,
  type ExpansionName,
  expansionNames,
  expansionSet,
  type Selection,
} from '../../formats/v2/fields.ts'
import { LIST_FIELDS } from '../../formats/v2/list-fields.ts'
import { MEDIA_FIELDS } from '../../formats/v2/media-fields.ts'
import { PLACE_FIELDS } from '../../formats/v2/place-fields.ts'
import { POLL_FIELDS } from '../../formats/v2/poll-fields.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'
import type { Sent } from '../../http/form.ts'
import type { Param } from '../../http/params.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import { ID_PATTERN, USERNAME_LIST, USERNAME_PATTERN, ValidationErrors } from './validation-errors.ts'

/**
 * Kind of objects of an endpoint. In Labs, the kind determines the accepted expansions and fields; API v2
 * accepts all expansions and fields (spec/v2.md#fields).
 */
export type Subject = 'posts' | 'found posts' | 'users' | 'lists'

/** The API, which determines the accepted names of fields. For example, Labs has no `conversation_id`. */
export type Generation = 'labs' | '2'

/**
 * A parameter whose text is not parsed at first. The handler passes all such parameters to functions such as
 * {@link readSelection}, so that their errors are reported together.
 */
export function asSent(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema, parse: (text) => text }
}

/** A parameter with a list of names, which is not parsed. */
export function choiceOf(names: readonly string[], description: string): Param<string | undefined> {
  const values = Type.Array(Type.Union(names.map((name) => Type.Literal(name))), { description })
  return asSent(Type.Optional(values))
}

/** The parameters that select fields and expansions, in the order in which error messages list them. */
export function selectionParams(subject: Subject, generation: Generation) {
  const { expansions, names } = acceptedBy(subject, generation)
  const params = {
    expansions: choiceOf(expansions, 'Objects to include that others point at.'),
    'tweet.fields': choiceOf(names(POST_FIELDS), 'Fields of posts besides `id` and `text`.'),
    'user.fields': choiceOf(names(USER_FIELDS), 'Fields of users besides `id`, `name` and `username`.'),
    'media.fields': choiceOf(names(MEDIA_FIELDS), 'Fields of media besides `media_key` and `type`.'),
    'place.fields': choiceOf(names(PLACE_FIELDS), 'Fields of places besides `id` and `full_name`.'),
    'poll.fields': choiceOf(names(POLL_FIELDS), 'Fields of polls besides `id` and `options`.'),
  } as const
  if (generation === 'labs') return params
  return {
    ...params,
    'list.fields': choiceOf(names(LIST_FIELDS), 'Fields of lists besides `id` and `name`.'),
  } as const
}

/** The members of a field table that are needed to read a parameter. */
type FieldChoice<Name extends string> = Pick<V2FieldTable<unknown, Name>, 'bits' | 'names'>

interface Accepted {
  readonly expansions: readonly ExpansionName[]
  names<Name extends string>(table: FieldChoice<Name>): readonly Name[]
}

/**
 * The accepted fields and expansions. Labs accepts fewer fields than API v2 (spec/labs-lookup.md#early-access), and the
 * search of Labs accepts even fewer (spec/recent-search.md#parameters).
 */
function acceptedBy(subject: Subject, generation: Generation, day: Day = LATEST_DAY): Accepted {
  if (generation === '2') {
    return { expansions: expansionNames(undefined, day), names: (table) => table.names([], day) }
  }
  const labsDay = earlierDay(LABS_DAY, day)
  const calls: readonly CallKind[] = subject === 'found posts' ? ['labs', 'search'] : ['labs']
  return {
    expansions: expansionNames(subject === 'users' ? 'users' : 'posts', labsDay),
    names: (table) => table.names(calls, labsDay),
  }
}

/** The parameters that {@link readSelection} reads. */
const SELECTION_NAMES = [
  'expansions',
  'tweet.fields',
  'user.fields',
  'media.fields',
  'place.fields',
  'poll.fields',
  'list.fields',
] as const

/**
 * A cache of valid selections by the texts of the parameters, because clients send the same parameters in every
 * request.
 */
const SELECTIONS = new Map<string, Selection>()
const MAX_SELECTIONS = 500
const MAX_SELECTION_LENGTH = 4_000

/**
 * The requested fields and expansions, with the defaults. Errors of the parameters are added to `errors`.
 * @param day the day of the API; when undefined, all fields are accepted
 */
export function readSelection(
  errors: ValidationErrors,
  subject: Subject,
  generation: Generation,
  day?: Day | undefined,
): Selection {
  let key = `${subject} ${generation} ${day ?? ''}`
  for (const name of SELECTION_NAMES) key += `\n${errors.text(name) ?? ''}`
  const known = SELECTIONS.get(key)
  if (known !== undefined) return known
  const selection = parseSelection(errors, subject, generation, day)
  // A selection is cached only if the request has no errors at all. Earlier errors may have prevented the check of
  // these parameters.
  if (errors.isEmpty && key.length <= MAX_SELECTION_LENGTH) {
    if (SELECTIONS.size >= MAX_SELECTIONS) SELECTIONS.clear()
    SELECTIONS.set(key, selection)
  }
  return selection
}

function parseSelection(
  errors: ValidationErrors,
  subject: Subject,
  generation: Generation,
  day: Day | undefined,
): Selection {
  const accepted = acceptedBy(subject, generation, day)
  const expansions = errors.choices('expansions', accepted.expansions)
  const fields = readFields(errors, generation, accepted)
  return completeSelection({ ...fields, expansions: expansionSet(expansions) })
}

/** Like {@link readSelection}, but reads only fields, for a call of API v2 that has other expansions. */
export function readIncludedFields(errors: ValidationErrors, day?: Day | undefined): Selection {
  const fields = readFields(errors, '2', acceptedBy('posts', '2', day))
  return completeSelection({ ...fields, expansions: 0 })
}

function readFields(
  errors: ValidationErrors,
  generation: Generation,
  accepted: Accepted,
): Omit<Selection, 'expansions'> {
  const fieldsIn = <Name extends string>(parameter: string, table: FieldChoice<Name>) =>
    setOf(table.bits, errors.choices(parameter, accepted.names(table)))
  return {
    post: fieldsIn('tweet.fields', POST_FIELDS),
    user: fieldsIn('user.fields', USER_FIELDS),
    media: fieldsIn('media.fields', MEDIA_FIELDS),
    place: fieldsIn('place.fields', PLACE_FIELDS),
    poll: fieldsIn('poll.fields', POLL_FIELDS),
    list: generation === 'labs' ? 0 : fieldsIn('list.fields', LIST_FIELDS),
  }
}

/** The parameters that can name the objects of a lookup. */
export const KEYS = {
  ids: { isId: true, isList: true, description: '1 to 100 ids, separated by commas.' },
  id: { isId: true, isList: false, description: 'The id.' },
  usernames: { isId: false, isList: true, description: '1 to 100 usernames, separated by commas.' },
  username: { isId: false, isList: false, description: 'The username; case does not matter.' },
} as const

export type Key = keyof typeof KEYS

/** The declaration of a parameter that names the objects of a lookup. */
export function keyParam(key: Key): Param<string | undefined> {
  return asSent(Type.String({ description: KEYS[key].description }))
}

/** The objects that a lookup names, by id or by username; at least one. */
export interface LookupRequest {
  readonly ids: ParsedIds
  readonly usernames: readonly string[]
  readonly selection: Selection
}

/**
 * Reads the parameters of a lookup.
 * @param names the names of all parameters, in the order of error messages
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
