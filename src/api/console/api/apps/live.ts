/** GET /console/api/apps/:app_id/live: matches of the app's rules as they happen (spec/console.md#live-view). */
import type { Param } from '../../../../http/params.ts'
import { optionalText } from '../../../../http/params.ts'
import { EVENTS, eventStream } from '../../_events.ts'
import { consoleEndpoint } from '../../_family.ts'
import { isOwnApp } from '../../_own-app.ts'
import { LiveMatches } from '../../_rules/live-matches.ts'
import { AFTER, beginLive, SHOWN } from '../../_rules/live-resume.ts'
import { PATH_ID, PRODUCT, ruleDesk } from '../../_rules/parameters.ts'

const RULE: Param<string | undefined> = optionalText('Only the matches of this rule.')

export const liveMatches = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/live'],
  summary: 'Posts that match the rules of the app. The view does not count as a connection or as usage.',
  isEndless: true,
  params: { app_id: PATH_ID, product: PRODUCT, rule: RULE, after: AFTER, shown: SHOWN },
  answers: [EVENTS],
  errors: ['app-not-found', 'field-invalid', 'too-many-readers'],
  async handle(call) {
    const { services, caller, params } = call
    const { app, product } = await ruleDesk(services, caller, params.app_id, params.product)
    const isStillOwn = () => isOwnApp(services, caller, app.id)
    return eventStream(
      call,
      async (reader) => {
        const matches = new LiveMatches(reader, params.rule)
        return await beginLive(services, { appId: app.id, product }, params, { reader, matches })
      },
      isStillOwn,
    )
  },
})
