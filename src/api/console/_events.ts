/**
 * Server-sent events of the console (spec/console.md#console-events). The number of connections is limited. A
 * connection ends when the session of its page ends.
 */
import { Type } from 'typebox'
import { findConsoleSession } from '../../domain/console/sessions.ts'
import { type Answer, EdgeError } from '../../http/endpoint.ts'
import type { EventSource } from '../../streams/events/event-readers.ts'
import type { ConsoleCall } from './_family.ts'
import { ConsoleProblem } from './_problems.ts'

/** The declared response of an endpoint that uses {@link eventStream}. Such an endpoint also declares `isEndless`. */
export const EVENTS = {
  description: 'Server-sent events, without end.',
  type: 'text/event-stream; charset=utf-8',
  schema: Type.String(),
} as const

const HEADERS = { 'content-type': EVENTS.type }

/**
 * Sends events to a page until the page disconnects, its session ends or the server stops (`event: reconnect`). If
 * the page reads too slowly, the oldest waiting events are dropped, and the page gets their number (`event:
 * dropped`).
 * @param subscribe a function that begins to send events, and returns a function that stops them
 * @param isAllowed a function that runs every 15 seconds; the connection ends when it returns false
 * @throws {ConsoleProblem} `too-many-readers`
 * @throws {EdgeError} `over-capacity` while the server stops
 */
export function eventStream(
  { services, caller }: Pick<ConsoleCall, 'services' | 'caller'>,
  subscribe: EventSource['subscribe'],
  isAllowed: () => Promise<boolean> = async () => true,
): Answer {
  const { sessionHash } = caller
  const stream = services.eventReaders.open({
    key: sessionHash,
    isAllowed: async () => (await findConsoleSession(services, sessionHash)) !== undefined && isAllowed(),
    subscribe,
  })
  if (stream === 'too-many-readers') throw new ConsoleProblem('too-many-readers')
  if (stream === 'server-stopping') throw new EdgeError('over-capacity', 'the server is stopping')
  return { status: 200, body: undefined, stream, headers: HEADERS }
}
