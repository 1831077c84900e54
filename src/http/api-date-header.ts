/**
 * Defines the header that sets the API day of a request: the API responds in the form of that day
 * (spec/versioning.md#day-of-a-request).
 */
import { API_DATE_FORM } from '../lib/time/api-date.ts'

/** Name of the header. The server reads it only if the test controls are on. */
export const API_DATE_HEADER = 'aviary-api-date'

/** The text of the error for an invalid header. */
export const API_DATE_ADVICE = `The header ${API_DATE_HEADER} must be ${API_DATE_FORM}.`
