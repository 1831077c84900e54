/** /console/api/apps/:app_id/requests/har: the last requests as an HTTP Archive (docs/console.md#requests). */
import { Type } from 'typebox'
import { programVersion } from '../../../../../lib/package/program-version.ts'
import { harPieces } from '../../../../../request-log/har.ts'
import { consoleEndpoint } from '../../../_family.ts'
import { ownApp } from '../../../_own-app.ts'
import { OF_APP } from '../../../_traffic/params.ts'
import { archiveEntry } from '../../../_traffic/request-schemas.ts'

export const archiveRequests = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/requests/har'],
  summary: 'The last requests of an app as an HTTP Archive, version 1.2.',
  params: OF_APP,
  answers: [
    { schema: Type.Object({ log: Type.Record(Type.String(), Type.Unknown()) }, { title: 'ConsoleArchive' }) },
  ],
  errors: ['app-not-found'],
  async handle({ services, caller, params, outer }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const origin = `${outer.scheme}://${outer.host}`
    const entries = services.traffic.requests.entries(id).map((entry) => archiveEntry(entry, id, origin))
    const body = [...harPieces(entries, programVersion())].join('')
    return {
      status: 200,
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="requests-${id}.har"`,
      },
    }
  },
})
