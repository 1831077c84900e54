/**
 * Errors for objects that a response lacks, in addition to the found ones (spec/errors.md#partial-errors,
 * spec/labs-lookup.md#missing-objects).
 */
import type { Day } from '../../formats/fields/day.ts'
import type { ProblemBase } from '../_problems.ts'

/** Differences between Labs v2 and API v2. */
export interface V2Dialect {
  readonly base: ProblemBase
  /** True when errors for missing objects have a `resource_id`. */
  readonly tellsResourceId: boolean
  /** The last day on which the objects of this API changed; by default objects follow the day of the request. */
  readonly lastDay?: Day
}

export type ResourceType = 'tweet' | 'user' | 'media' | 'rule' | 'space' | 'place' | 'list'

/** A requested object: for `data`, or by an expansion. */
export interface Wanted {
  readonly type: ResourceType
  /** The parameter or expansion that names it: `ids`, or for example `referenced_tweets.id`. */
  readonly parameter: string
  /** The value that names it. */
  readonly value: string
  readonly section: 'data' | 'includes'
}

export type PartialError = Readonly<Record<string, string>>

/** The object does not exist, was deleted, or is hidden. */
export function notFound(dialect: V2Dialect, wanted: Wanted): PartialError {
  const { type, parameter, value } = wanted
  return absent(dialect, wanted, `Could not find ${type} with ${parameter}: [${value}].`, 'Not Found Error')
}

/** Suspension is the only reason that is disclosed. */
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

/** The text for readers. */
const NAMES: Readonly<Record<ResourceType, string>> = {
  tweet: 'Tweet',
  user: 'user',
  media: 'Media',
  rule: 'rule',
  list: 'List',
  space: 'space',
  place: 'place',
}

/** The object exists, but this viewer may not see it. */
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

/** This viewer may not see a field of the object. */
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
