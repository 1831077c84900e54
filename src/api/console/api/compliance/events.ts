/** GET /console/api/compliance/events: messages of the compliance stream as they are sent, for a page. */
import type { WatchedMessage } from '../../../../streams/compliance/messages.ts'
import { requireOwnStream } from '../../_compliance/own-streams.ts'
import { EVENTS, eventStream } from '../../_events.ts'
import { consoleEndpoint } from '../../_family.ts'

export const followCompliance = consoleEndpoint({
  paths: ['/console/api/compliance/events'],
  summary: 'Messages of the compliance stream as server-sent events named `message`, from now on.',
  params: {},
  isEndless: true,
  answers: [EVENTS],
  errors: ['stream-not-found', 'too-many-readers'],
  async handle(call) {
    const { services, caller } = call
    await requireOwnStream(services, caller)
    return eventStream(
      call,
      (reader) =>
        services.compliance.messages.watch((message) => reader.send('message', messageBody(message))),
      // False after the last stream of the account was removed.
      async () =>
        requireOwnStream(services, caller).then(
          () => true,
          () => false,
        ),
    )
  },
})

function messageBody({ position, at, partition, name, text }: WatchedMessage) {
  return { position: String(position), at, partition: partition ?? null, name, message: text.trimEnd() }
}
