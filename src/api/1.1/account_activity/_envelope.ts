/** Shared parts of all envelopes. An envelope is the JSON body of a webhook delivery. */
import type { FullUser } from '../../../domain/accounts/find-users.ts'
import { isHidden } from '../../../domain/accounts/user.ts'
import { userObject } from '../../../formats/v1.1/user.ts'
import type { Recipient } from '../../../webhooks/send-delivery.ts'
import type { Services } from '../../_services.ts'

/** Services that envelopes are rendered with. The events of `log` must keep the caches current. */
export type EnvelopeServices = Pick<Services, 'store' | 'log' | 'users' | 'posts'>

/** The members of a body. */
export interface Envelope {
  readonly [member: string]: unknown
  /** True when `for_user_id` is omitted. */
  readonly isAnonymous?: boolean
}

/** The users with these ids, in input order; undefined when one of them is hidden. */
export async function shownUsers(
  { users }: EnvelopeServices,
  ids: readonly bigint[],
): Promise<readonly FullUser[] | undefined> {
  const shown: FullUser[] = []
  for (const user of await users.get(ids)) {
    if (user === undefined || isHidden(user.entity)) return undefined
    shown.push(user.entity)
  }
  return shown
}

/** A v1.1 user object without viewer-dependent fields. */
export function plainUser(user: FullUser, { origin, day }: Recipient): object {
  return userObject(user, { relation: null, includeEntities: true, defaultPicture: pictureAt(origin), day })
}

/** URL of the default profile picture. */
export function pictureAt(origin: string): string {
  return `${origin}/images/default_profile_normal.png`
}
