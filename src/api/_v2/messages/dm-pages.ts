/** Declares pages of direct message events (spec/v2-messages-and-media.md#messages). */
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { pageMeta, pageParams, readPage } from '../pages/page-params.ts'
import { pageTokens } from '../pages/page-token.ts'
import { partsAnswer } from '../parts.ts'
import { ValidationErrors } from '../validation-errors.ts'
import { V2_DIALECT, v2View } from '../view.ts'
import { DM_READS } from './dm-access.ts'
import { dmParts } from './dm-parts.ts'
import { DM_EVENT_PAGE } from './dm-schemas.ts'
import { DM_SELECTION_PARAMS, EVENT_TYPES_PARAM, readDmSelection, readKinds } from './dm-selection.ts'
import { requireMembership } from './membership.ts'
import type { PathConversation } from './path-conversations.ts'
import { readEventPage } from './read-events.ts'

const SIZE = { min: 1, max: 100, default: 100 } as const

export function dmEventPages(
  path: string,
  summary: string,
  conversation: PathConversation | undefined,
): ApiEndpoint {
  const params = {
    ...(conversation === undefined ? {} : { [conversation.name]: conversation.param }),
    ...pageParams('events', SIZE),
    ...EVENT_TYPES_PARAM,
    ...DM_SELECTION_PARAMS,
  }
  const names = Object.keys(params)
  return defineEndpoint({
    ...DM_READS,
    method: 'GET',
    paths: [path],
    summary,
    params,
    answers: [{ schema: DM_EVENT_PAGE }],
    errors: [
      problemEntry('invalidRequest'),
      problemEntry('clientForbidden'),
      ...(conversation === undefined ? [] : [problemEntry('forbidden')]),
    ],
    async handle({ caller, services, sent, outer }) {
      const userId = caller.user.id
      const errors = new ValidationErrors(sent)
      errors.addUnknown(names, conversation?.name)
      const named = conversation?.read(errors, userId)
      const kinds = readKinds(errors)
      const tokens = pageTokens(
        path,
        String(userId),
        sent.get(conversation?.name ?? '')?.[0] ?? '',
        kinds.join(),
      )
      const { count, cursor } = readPage(errors, SIZE, tokens)
      const selection = readDmSelection(errors, outer.apiDate)
      errors.throwIfAny()
      await requireEnrolment(services, '2', caller.app.id)
      if (conversation !== undefined) await requireMembership(services, named, userId)
      const view = v2View(caller, V2_DIALECT, selection.included, outer)
      const page = await readEventPage(services, { userId, conversation: named, kinds, cursor, count })
      const parts = await dmParts(services, view, selection, page.events)
      return partsAnswer(parts, false, pageMeta(page, parts.data.length, tokens))
    },
  })
}
