/** The header that chooses the day of a request (spec/versioning.md#day-of-a-request). */
import { API_DATE_FORM } from '../lib/time/api-date.ts'

/** The header with which a request chooses its day, if the test controls are on. */
export const API_DATE_HEADER = 'aviary-api-date'

/** The text of the error for an invalid header. */
export const API_DATE_ADVICE = `The header ${API_DATE_HEADER} must be ${API_DATE_FORM}.`
