/** Renders notices about posts that a connection has sent (spec/v1-streams-and-lists.md#notices). */
import type { EventOf } from '../../log/event.ts'

type Deletion = EventOf<'post.deleted'>
type Withholding = EventOf<'post.state_changed'> | EventOf<'user.state_changed'>

/** The JSON is concatenated as text, because JSON.stringify cannot write ids of 64 bits as exact numbers. */
export function deletionNotice({ post_id, user_id }: Pick<Deletion, 'post_id' | 'user_id'>): string {
  return `{"delete":{"status":{"id":${post_id},"id_str":"${post_id}","user_id":${user_id},"user_id_str":"${user_id}"}}}`
}

export function scrubNotice({ user_id, up_to_post_id }: EventOf<'user.geo_scrubbed'>): string {
  return (
    `{"scrub_geo":{"user_id":${user_id},"user_id_str":"${user_id}",` +
    `"up_to_status_id":${up_to_post_id},"up_to_status_id_str":"${up_to_post_id}"}}`
  )
}

/** Renders the notice for a withheld post or user, with the complete new list of countries. */
export function withheldNotice(event: Withholding): string {
  const countries = JSON.stringify(event.withheld_in_countries)
  return event.kind === 'user.state_changed'
    ? `{"user_withheld":{"id":${event.user_id},"withheld_in_countries":${countries}}}`
    : `{"status_withheld":{"id":${event.post_id},"user_id":${event.user_id},"withheld_in_countries":${countries}}}`
}

/** @param undelivered number of matching posts that were not sent since the connection began */
export function limitNotice(undelivered: number): string {
  return JSON.stringify({ limit: { track: undelivered } })
}

/** @param percent used part of the window */
export function stallWarning(percent: number): string {
  const message =
    'Your connection is falling behind and messages are being queued for delivery to you. ' +
    'Your queue is now over 60% full. You will be disconnected when the queue is full.'
  return JSON.stringify({ warning: { code: 'FALLING_BEHIND', message, percent_full: percent } })
}
