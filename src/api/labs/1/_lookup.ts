/** Declares the lookups of Labs v1 (spec/retired-endpoints.md#labs-v1-calls). */
import type { Day } from '../../../formats/fields/day.ts'
import type { Sent } from '../../../http/form.ts'
import { optionalText, type Param } from '../../../http/params.ts'
import { ParsedIds } from '../../../lib/ids/parsed-ids.ts'
import { type ApiEndpoint, defineEndpoint } from '../../_endpoint.ts'
import { requireEnrolment } from '../../_enrolment.ts'
import { problemEntry } from '../../_problems.ts'
import { KEYS, keyParam } from '../../_v2/parameters.ts'
import { partsAnswer } from '../../_v2/parts.ts'
import { postParts } from '../../_v2/posts.ts'
import { userParts } from '../../_v2/users.ts'
import { USERNAME_LIST, USERNAME_PATTERN, ValidationErrors } from '../../_v2/validation-errors.ts'
import { LABS_1_WORDS, type Labs1Choice, objectParams, readObjectParams } from './_object-params.ts'
import { LABS_1_SCHEMAS } from './_schemas.ts'
import { labs1View } from './_view.ts'

/** Maximum requests of an app in 15 minutes. */
const WINDOW = { user: 900, app: 900 } as const

interface Lookup {
  readonly subject: 'posts' | 'users'
  readonly path: string
  readonly summary: string
}

/** Declares a lookup. Its response is a list, also for one object. */
export function labs1Lookup({ subject, path, summary }: Lookup): ApiEndpoint {
  const params = { ...keyParams(subject), ...objectParams(subject) }
  const names = Object.keys(params)
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary,
    auth: ['user', 'app'],
    writes: false,
    window: WINDOW,
    params,
    answers: [{ schema: subject === 'posts' ? LABS_1_SCHEMAS.postList : LABS_1_SCHEMAS.userList }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden')],
    async handle({ caller, services, sent, outer }) {
      const { ids, usernames, choice } = readLookup(sent, names, subject, outer.apiDate)
      await requireEnrolment(services, 'labs', caller.app.id)
      const view = labs1View(caller, choice, outer)
      if (subject === 'posts') return partsAnswer(await postParts(services, view, 'ids', ids), false)
      const parameter = usernames.length > 0 ? 'username' : 'ids'
      return partsAnswer(await userParts(services, view, parameter, ids, usernames), false)
    },
  })
}

/** A lookup of users needs either `ids` or `usernames`, so the API document marks neither as required. */
function keyParams(subject: Lookup['subject']): Readonly<Record<string, Param<string | undefined>>> {
  if (subject === 'posts') return { ids: keyParam('ids') }
  return {
    ids: optionalText(KEYS.ids.description),
    usernames: optionalText(`${KEYS.usernames.description} In place of \`ids\`.`),
  }
}

interface LookupRequest {
  readonly ids: ParsedIds
  readonly usernames: readonly string[]
  readonly choice: Labs1Choice
}

/** Reads the parameters of a lookup. @throws {Problem} `invalidRequest`, with all errors */
function readLookup(
  sent: Sent,
  names: readonly string[],
  subject: Lookup['subject'],
  day: Day | undefined,
): LookupRequest {
  const errors = new ValidationErrors(sent, LABS_1_WORDS)
  errors.addUnknown(names)
  const isByName = subject === 'users' && errors.text('usernames') !== undefined
  if (isByName && errors.text('ids') !== undefined) {
    errors.add('usernames', '`ids` and `usernames` can not be sent together')
  }
  const ids = isByName ? ParsedIds.NONE : errors.ids('ids')
  const usernames = isByName ? errors.list('usernames', USERNAME_PATTERN, USERNAME_LIST) : []
  const choice = readObjectParams(errors, subject, day)
  errors.throwIfAny()
  return { ids, usernames, choice }
}
