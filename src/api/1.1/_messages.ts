/** Shared parts of the direct message endpoints. */

import { Refusal } from '../../domain/context.ts'
import type { Message } from '../../domain/messages/record.ts'
import { findSourceApps } from '../../domain/messages/source-apps.ts'
import { appsMember, messageObject } from '../../formats/v1.1/message.ts'
import type { Answer } from '../../http/endpoint.ts'
import { optionalId } from '../../http/params.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import type { Services } from '../_services.ts'
import { V11Error } from './_errors.ts'

/** Declared by every direct message endpoint: only users, with a token that has the permission. */
export const OF_MESSAGES = { auth: ['user'], isAboutMessages: true } as const

export const idParam = { id: optionalId('Id of the message.') } as const

/** Messages of a page, and most of them. */
export const PAGE = { default: 20, max: 50 } as const

/** 204 says nothing, and says so as text. */
export const NOTHING: Answer = {
  status: 204,
  body: undefined,
  headers: { 'content-type': 'text/html;charset=utf-8' },
}

/** A parameter that must be there. @throws {V11Error} 38 */
export function required<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new V11Error('parameterMissing', name)
  return value
}

export function originOf({ scheme, host }: Pick<RequestOrigin, 'scheme' | 'host'>): string {
  return `${scheme}://${host}`
}

/** One message with the app that it was sent with. */
export async function messageAnswer(
  { store }: Services,
  message: Message,
  outer: RequestOrigin,
): Promise<Answer> {
  const apps = await findSourceApps(store, [message.appId])
  const event = messageObject(message, originOf(outer))
  return { status: 200, body: JSON.stringify({ event, ...appsMember(apps) }) }
}

/** For refusals: here an unknown user has a code of its own. */
export function unknownRecipient(error: unknown): never {
  throw error instanceof Refusal && error.reason === 'user-not-found'
    ? new V11Error('specifiedUserUnknown')
    : error
}
