/**
 * /console/api/apps/:app_id/requests/stream: the requests of the caller’s app, each when its response is sent
 * (docs/console.md#requests).
 */
import { appRequestJson } from '../../../../../request-log/app-entry.ts'
import { EVENTS, eventStream } from '../../../_events.ts'
import { consoleEndpoint } from '../../../_family.ts'
import { ownApp } from '../../../_own-app.ts'
import { OF_APP } from '../../../_traffic/params.ts'

export const streamRequests = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/requests/stream'],
  summary:
    'Requests of an app, each when its response is sent. While the stream is open, headers and bodies are recorded.',
  isEndless: true,
  params: OF_APP,
  answers: [EVENTS],
  errors: ['app-not-found', 'too-many-readers'],
  async handle(call) {
    const { services, caller, params } = call
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const isOwn = () =>
      ownApp(services, caller, id).then(
        () => true,
        // The app was deleted, or belongs to another user now.
        () => false,
      )
    return eventStream(
      call,
      (reader) =>
        services.traffic.requests.follow(id, (entry) => reader.send('request', appRequestJson(entry))),
      isOwn,
    )
  },
})
