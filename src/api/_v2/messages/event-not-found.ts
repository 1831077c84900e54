/**
 * The response for a direct message event that does not exist or that the user may not see (spec/v2-messages-and-media.md#messages).
 */
import { V2_DIALECT } from '../view.ts'

/** @param value the id in the path, as digits */
export function eventNotFound(value: string) {
  const error = {
    value,
    detail: `Could not find dm_event with event_id: [${value}].`,
    title: 'Not Found Error',
    resource_type: 'dm_event',
    parameter: 'event_id',
    resource_id: value,
    type: `${V2_DIALECT.base}resource-not-found`,
  }
  return { status: 200, body: JSON.stringify({ errors: [error] }) }
}
