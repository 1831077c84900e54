/** GET /console/api/apps/:app_id/live: matches of the app's rules as they happen (spec/console.md#live-view). */
import type { RuleSet } from '../../../../domain/rules/rule.ts'
import type { Param } from '../../../../http/params.ts'
import { optionalText } from '../../../../http/params.ts'
import type { EventReader } from '../../../../streams/events/event-readers.ts'
import type { Services } from '../../../_services.ts'
import { EVENTS, eventStream } from '../../_events.ts'
import { consoleEndpoint } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'
import { LiveMatches } from '../../_rules/live-matches.ts'
import { AFTER, resumeMatches, resumeShown, SHOWN } from '../../_rules/live-resume.ts'
import { PATH_ID, PRODUCT, ruleDesk } from '../../_rules/parameters.ts'

const RULE: Param<string | undefined> = optionalText('Only the matches of this rule.')

export const liveMatches = consoleEndpoint({
  paths: ['/console/api/apps/:app_id/live'],
  summary: 'Posts that match the rules of the app. Counts neither as a connection nor as usage.',
  isEndless: true,
  params: { app_id: PATH_ID, product: PRODUCT, rule: RULE, after: AFTER, shown: SHOWN },
  answers: [EVENTS],
  errors: ['app-not-found', 'field-invalid', 'too-many-readers'],
  async handle(call) {
    const { services, caller, params } = call
    const { app, product } = await ruleDesk(services, caller, params.app_id, params.product)
    const isStillOwn = async () => {
      const own = await ownApp(services, caller, app.id).catch(() => undefined) // Deleted meanwhile.
      return own !== undefined
    }
    return eventStream(
      call,
      async (reader) => {
        const matches = new LiveMatches(reader, params.rule)
        return await begin(services, { appId: app.id, product }, params, { reader, matches })
      },
      isStillOwn,
    )
  },
})

/** Sends a page what it missed, then the present. @returns the function that stops that */
async function begin(
  services: Services,
  of: RuleSet,
  { after, shown }: { readonly after: bigint | undefined; readonly shown: readonly bigint[] },
  { reader, matches }: { readonly reader: EventReader; readonly matches: LiveMatches },
): Promise<() => void> {
  const { postStreams, clock } = services
  await resumeShown(services, shown, matches)
  const stopWatching = await postStreams.watch(of, matches)
  try {
    const upTo = postStreams.position
    const resumed =
      after === undefined ? undefined : await resumeMatches(services, of, { after, upTo }, matches)
    const stopSeconds = matches.start(clock, () => postStreams.position)
    reader.send('open', { position: String(upTo), resumed })
    return () => {
      stopSeconds()
      stopWatching()
    }
  } catch (error) {
    stopWatching()
    throw error
  }
}
