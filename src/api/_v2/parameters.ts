/** The parameters of Labs v2 and the second generation that choose what is shown (spec/labs-lookup.md#fields). */
import { Type } from 'typebox'
import { setOf } from '../../formats/v2/field-set.ts'
import {
  completeSelection,
  EXPANSION,
  MEDIA,
  MEDIA_FIELDS,
  PLACE,
  PLACE_FIELDS,
  POLL,
  POLL_FIELDS,
  POST,
  POST_EXPANSIONS,
  POST_FIELDS,
  type Selection,
  USER,
  USER_EXPANSIONS,
  USER_FIELDS,
} from '../../formats/v2/fields.ts'
import { METRIC_GROUPS } from '../../formats/v2/metrics.ts'
import type { Sent } from '../../http/form.ts'
import type { Param } from '../../http/params.ts'
import { ParsedIds } from '../../lib/ids/parsed-ids.ts'
import { Faults, ID_PATTERN, USERNAME_LIST, USERNAME_PATTERN } from './faults.ts'

/** What an endpoint is about: it decides which expansions and fields there are. */
export type Subject = 'posts' | 'found posts' | 'users'

/** Whose names count: Labs knows no `conversation_id`. */
export type Generation = 'labs' | '2'

const LABS_POST_FIELDS = POST_FIELDS.filter((name) => name !== 'conversation_id')

const FOUND_MEDIA_FIELDS = MEDIA_FIELDS.filter((name) => !METRIC_GROUPS.some((group) => group === name))

/** A parameter as it was sent; its reader tells of everything that is wrong with all of them at once. */
function asSent(schema: Param<unknown>['schema']): Param<string | undefined> {
  return { schema, parse: (text) => text }
}

function choiceOf(names: readonly string[], description: string): Param<string | undefined> {
  const values = Type.Array(Type.Union(names.map((name) => Type.Literal(name))), { description })
  return asSent(Type.Optional(values))
}

/** The parameters, in the order in which errors list them. */
export function selectionParams(subject: Subject, generation: Generation) {
  return {
    expansions: choiceOf(expansionsOf(subject), 'Objects to include that others point at.'),
    'tweet.fields': choiceOf(postFieldsOf(generation), 'Fields of posts besides `id` and `text`.'),
    'user.fields': choiceOf(USER_FIELDS, 'Fields of users besides `id`, `name` and `username`.'),
    'media.fields': choiceOf(mediaFieldsOf(subject), 'Fields of media besides `media_key` and `type`.'),
    'place.fields': choiceOf(PLACE_FIELDS, 'Fields of places besides `id` and `full_name`.'),
    'poll.fields': choiceOf(POLL_FIELDS, 'Fields of polls besides `id` and `options`.'),
  } as const
}

function expansionsOf(subject: Subject) {
  return subject === 'users' ? USER_EXPANSIONS : POST_EXPANSIONS
}

/** A search takes none of the metrics that only an author is shown (spec/recent-search.md#parameters). */
function mediaFieldsOf(subject: Subject): readonly (typeof MEDIA_FIELDS)[number][] {
  return subject === 'found posts' ? FOUND_MEDIA_FIELDS : MEDIA_FIELDS
}

function postFieldsOf(generation: Generation): readonly (typeof POST_FIELDS)[number][] {
  return generation === '2' ? POST_FIELDS : LABS_POST_FIELDS
}

/** What is asked to be shown, with the defaults; what is wrong goes to `faults`. */
export function readSelection(faults: Faults, subject: Subject, generation: Generation): Selection {
  const expansions: readonly (keyof typeof EXPANSION)[] = faults.choices('expansions', expansionsOf(subject))
  return completeSelection({
    expansions: setOf(EXPANSION, expansions),
    post: setOf(POST, faults.choices('tweet.fields', postFieldsOf(generation))),
    user: setOf(USER, faults.choices('user.fields', USER_FIELDS)),
    media: setOf(MEDIA, faults.choices('media.fields', mediaFieldsOf(subject))),
    place: setOf(PLACE, faults.choices('place.fields', PLACE_FIELDS)),
    poll: setOf(POLL, faults.choices('poll.fields', POLL_FIELDS)),
  })
}

/** By what things are looked up, by the name of the parameter. */
export const KEYS = {
  ids: { isId: true, isList: true, description: '1 to 100 ids with commas between them.' },
  id: { isId: true, isList: false, description: 'The id.' },
  usernames: { isId: false, isList: true, description: '1 to 100 usernames with commas between them.' },
  username: { isId: false, isList: false, description: 'The username, in any case.' },
} as const

export type Key = keyof typeof KEYS

/** The parameter by which things are looked up. */
export function keyParam(key: Key): Param<string | undefined> {
  return asSent(Type.String({ description: KEYS[key].description }))
}

/** At least one is named, by id or by username. */
export interface Asked {
  readonly ids: ParsedIds
  readonly usernames: readonly string[]
  readonly selection: Selection
}

/**
 * What a look-up asks for.
 * @param names of all parameters, in order
 * @throws {Problem} `invalidRequest`, with all that is wrong
 */
export function readAsked(
  sent: Sent,
  names: readonly string[],
  key: Key,
  subject: Subject,
  generation: Generation,
): Asked {
  const faults = new Faults(sent)
  faults.addStrangers(names, KEYS[key].isList ? undefined : key)
  const named = KEYS[key].isId ? { ids: readIds(faults, key), usernames: [] } : readUsernames(faults, key)
  const selection = readSelection(faults, subject, generation)
  faults.demandNone()
  return { ...named, selection }
}

function readIds(faults: Faults, key: Key): ParsedIds {
  if (KEYS[key].isList) return faults.ids(key)
  return ParsedIds.read(faults.one(key, ID_PATTERN)) ?? ParsedIds.NONE
}

function readUsernames(faults: Faults, key: Key): Pick<Asked, 'ids' | 'usernames'> {
  const usernames = KEYS[key].isList
    ? faults.list(key, USERNAME_PATTERN, USERNAME_LIST)
    : [faults.one(key, USERNAME_PATTERN)]
  return { ids: ParsedIds.NONE, usernames }
}
