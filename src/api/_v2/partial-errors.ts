/**
 * Errors for objects that are missing in a response. The response also has the objects that were found
 * (spec/errors.md#partial-errors, spec/labs-lookup.md#missing-objects).
 */
import type { Day } from '../../formats/fields/day.ts'
import type { ProblemBase } from '../_problems.ts'

/** Differences between Labs v2 and API v2. */
export interface V2Dialect {
  readonly base: ProblemBase
  /** True if errors for missing objects have a `resource_id`. */
  readonly tellsResourceId: boolean
  /**
   * The last day on which the objects of this API changed. When undefined, the objects follow the day of the request.
   */
  readonly lastDay?: Day
}

export type ResourceType = 'tweet' | 'user' | 'media' | 'rule' | 'space' | 'place' | 'list'

/** An object that was requested by a parameter or by an expansion. */
export interface Wanted {
  readonly type: ResourceType
  /** The parameter or expansion that requested the object, such as `ids` or `referenced_tweets.id`. */
  readonly parameter: string
  /** The id or name of the object. */
  readonly value: string
  readonly section: 'data' | 'includes'
}

export type PartialError = Readonly<Record<string, string>>

/** The error for an object that does not exist, was deleted, or is hidden. */
export function notFound(dialect: V2Dialect, wanted: Wanted): PartialError {
  const { type, parameter, value } = wanted
  return absent(dialect, wanted, `Could not find ${type} with ${parameter}: [${value}].`, 'Not Found Error')
}

/**
 * The error for a suspended user. Its title is `Forbidden`, although its type is that of {@link notFound}.
 */
export function suspended(dialect: V2Dialect, wanted: Wanted): PartialError {
  return absent(dialect, wanted, `User has been suspended: [${wanted.value}].`, 'Forbidden')
}

function absent(
  { base, tellsResourceId }: V2Dialect,
  { type, parameter, value, section }: Wanted,
  detail: string,
  title: string,
): PartialError {
  return {
    value,
    detail,
    title,
    ...(section === 'includes' ? { section } : {}),
    resource_type: type,
    parameter,
    ...(tellsResourceId ? { resource_id: value } : {}),
    type: `${base}resource-not-found`,
  }
}

/** Names of the types of objects in error messages. */
const NAMES: Readonly<Record<ResourceType, string>> = {
  tweet: 'Tweet',
  user: 'user',
  media: 'Media',
  rule: 'rule',
  list: 'List',
  space: 'space',
  place: 'place',
}

/** The error for an object that exists but that this viewer may not see. */
export function notAuthorized({ base }: V2Dialect, wanted: Wanted): PartialError {
  const { type, parameter, value, section } = wanted
  return {
    resource_id: value,
    parameter,
    resource_type: type,
    section,
    title: 'Authorization Error',
    value,
    detail: `Sorry, you are not authorized to see the ${NAMES[type]} with ${parameter}: [${value}].`,
    type: `${base}not-authorized-for-resource`,
  }
}

/** The error for a field of an object that this viewer may not see. */
export function fieldNotAuthorized({ base }: V2Dialect, wanted: Wanted, field: string): PartialError {
  const { type, parameter, value, section } = wanted
  return {
    resource_id: value,
    parameter,
    resource_type: type,
    section,
    field,
    title: 'Field Authorization Error',
    value,
    detail: `Sorry, you are not authorized to access '${field}' on the ${NAMES[type]} with ${parameter} : [${value}].`,
    type: `${base}not-authorized-for-field`,
  }
}
