/** Declares look-ups of Labs v2 and API v2 (spec/labs-lookup.md#endpoints and spec/labs-lookup.md#early-access). */
import { type ApiEndpoint, defineEndpoint } from '../_endpoint.ts'
import { requireEnrolment } from '../_enrolment.ts'
import { problemEntry } from '../_problems.ts'
import { meteredRead } from './metered-read.ts'
import {
  type Generation,
  KEYS,
  type Key,
  keyParam,
  readLookup,
  type Subject,
  selectionParams,
} from './parameters.ts'
import { partsAnswer } from './parts.ts'
import { postParts } from './posts.ts'
import { SCHEMAS } from './schemas.ts'
import { userParts } from './users.ts'
import { LABS_2_DIALECT, V2_DIALECT, v2View } from './view.ts'

/** Requests in 15 minutes (spec/limits.md#labs-limits). In Labs, all users of an app share the budget of the app. */
const WINDOWS = { labs: { user: 900, app: 900 }, '2': { user: 900, app: 300 } } as const

export const DIALECTS = { labs: LABS_2_DIALECT, '2': V2_DIALECT } as const

type LookupSubject = Extract<Subject, 'posts' | 'users'>

interface LookupDeclaration {
  readonly generation: Generation
  readonly subject: LookupSubject
  readonly path: string
  /** The parameter that names the objects. */
  readonly key: Key
  readonly summary: string
}

export function lookup(declaration: LookupDeclaration): ApiEndpoint {
  const { generation, subject, path, key, summary } = declaration
  const params = { [key]: keyParam(key), ...selectionParams(subject, generation) }
  const names = Object.keys(params)
  const { isList } = KEYS[key]
  const isMetered = subject === 'posts' && generation === '2'
  const capped = isMetered ? [problemEntry('usageCapExceeded')] : []
  return defineEndpoint({
    method: 'GET',
    paths: [path],
    summary,
    auth: ['user', 'app'],
    scopes: generation === '2' ? [] : undefined,
    writes: false,
    window: WINDOWS[generation],
    params,
    answers: [{ schema: schemaOf(generation, subject, isList) }],
    errors: [problemEntry('invalidRequest'), problemEntry('clientForbidden'), ...capped],
    async handle({ caller, services, sent, outer }) {
      const { ids, usernames, selection } = readLookup(sent, names, key, subject, generation, outer.apiDate)
      await requireEnrolment(services, generation, caller.app.id)
      const view = v2View(caller, DIALECTS[generation], selection, outer)
      if (subject === 'users')
        return partsAnswer(await userParts(services, view, key, ids, usernames), !isList)
      const read = () => postParts(services, view, key, ids)
      return partsAnswer(await (isMetered ? meteredRead(services, caller.app.id, read) : read()), !isList)
    },
  })
}

function schemaOf(generation: Generation, subject: LookupSubject, isList: boolean) {
  const { onePost, postList, oneUser, userList } = SCHEMAS[generation]
  if (subject === 'posts') return isList ? postList : onePost
  return isList ? userList : oneUser
}
