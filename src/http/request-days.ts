/** The days whose API answers a request (spec/versioning.md#clock). */
import { API_DATE_FORM } from '../lib/time/api-date.ts'

/** The header with which a request chooses its day, if the test controls are on. */
export const API_DATE_HEADER = 'aviary-api-date'

/** The text of the error for an invalid header. */
export const API_DATE_ADVICE = `The header ${API_DATE_HEADER} must be ${API_DATE_FORM}.`

/** ISO days of the API of a request. */
export interface RequestDays {
  /** Decides which paths there are. */
  readonly path: string
  /** Decides the fields of objects. */
  readonly objects: string
  /** True on days whose API has header names in mixed case. */
  readonly hasMixedNames: boolean
  /** The day that decides which paths there are, now: it moves on while a stream is open. */
  current(): string
}
