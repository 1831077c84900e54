/** Renders responses of the form `{"data":{…}}`. */
import type { Answer } from '../../http/endpoint.ts'
import type { JsonObject } from '../../lib/json.ts'

/** @param status the status of the response; 201 after a creation */
export function dataAnswer(data: JsonObject, status = 200): Answer {
  return { status, body: JSON.stringify({ data }) }
}
