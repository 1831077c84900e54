/** Parameters of the endpoints about usage, requests and signatures of an app. */
import { optionalText } from '../../../http/params.ts'

export const OF_APP = { app_id: optionalText('The id of an own app.') }

/** The number in a text of 1 to 15 digits; undefined for other texts. */
export function numberIn(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
