/** Shared parts of the direct message endpoints. */

import { Refusal } from '../../domain/context.ts'
import type { Message } from '../../domain/messages/record.ts'
import { findSourceApps } from '../../domain/messages/source-apps.ts'
import { appsMember, messageObject } from '../../formats/v1.1/messages/message.ts'
import type { Answer } from '../../http/endpoint.ts'
import { optionalId } from '../../http/params.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import type { Services } from '../_services.ts'
import { V11Error } from './_errors.ts'

/**
 * Members of the declaration of every direct message endpoint: the caller is a user whose token may access messages.
 */
export const MESSAGE_ACCESS = { auth: ['user'], isAboutMessages: true } as const

export const idParam = { id: optionalId('Id of the message.') } as const

/** Messages on a page: the default, and the maximum. */
export const MESSAGE_PAGE_SIZE = { default: 20, max: 50 } as const

/** An empty response. The content type is text, as recorded. */
export const NO_CONTENT_TEXT: Answer = {
  status: 204,
  body: undefined,
  headers: { 'content-type': 'text/html;charset=utf-8' },
}

/** The value of a required parameter. @throws {V11Error} 38 if the parameter is missing */
export function requireParam<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new V11Error('parameterMissing', name)
  return value
}

export function originOf({ scheme, host }: Pick<RequestOrigin, 'scheme' | 'host'>): string {
  return `${scheme}://${host}`
}

/** The response with a message and the app that sent it. */
export async function messageAnswer(
  { store }: Services,
  message: Message,
  outer: RequestOrigin,
): Promise<Answer> {
  const apps = await findSourceApps(store, [message.appId])
  const event = messageObject(message, originOf(outer))
  return { status: 200, body: JSON.stringify({ event, ...appsMember(apps) }) }
}

/** Rethrows an error of a command. An unknown recipient has a separate code. @throws {V11Error} 108 */
export function rethrowForRecipient(error: unknown): never {
  throw error instanceof Refusal && error.reason === 'user-not-found'
    ? new V11Error('specifiedUserUnknown')
    : error
}
