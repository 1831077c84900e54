/** Reads the notices in recorded streams, such as deletions (spec/data-files.md#stream-notices). */
import type {
  ComplianceResultNotice,
  ImportNotice,
  UserStateNotice,
} from '../../domain/notices/import-notice.ts'
import type { SentName } from '../../formats/compliance/message-names.ts'
import { idIn } from '../id-fields.ts'
import type { ImportItem, ValueForm } from '../items.ts'
import { type Fields, InvalidItem } from '../json-fields.ts'
import { isFields } from './list-items.ts'

/** A stream notice: an object with one key, and perhaps a time. */
export const STREAM_NOTICE: ValueForm = {
  name: 'stream notice',
  matches: (fields) => keyOf(fields) !== undefined,
  items: (fields) => {
    const key = keyOf(fields)
    if (key === undefined) throw new InvalidItem('no stream notice')
    const treatment = NOTICES[key]
    if (typeof treatment === 'function') return treatment(key, fields[key])
    return [{ kind: treatment, name: key, count: 1 }]
  },
}

/** Disconnect messages of v2 streams, which have `errors` and no `data`. */
export const STREAM_ERRORS: ValueForm = {
  name: 'stream notice',
  matches: ({ errors, data, includes, ...fields }) => {
    if (data !== undefined || includes !== undefined || 'text' in fields) return false
    return Array.isArray(errors) && errors.some((error) => isFields(error) && 'disconnect_type' in error)
  },
  items: () => [{ kind: 'counted', name: 'disconnect', count: 1 }],
}

/** A line of the result of a batch compliance job (spec/batch-compliance.md#results). */
export const COMPLIANCE_RESULT: ValueForm = {
  name: 'compliance job result',
  matches: (fields) => 'id' in fields && 'action' in fields && 'reason' in fields,
  items: (fields) => {
    const reason = REASONS.find((one) => one === fields['reason'])
    if (reason === undefined) throw new InvalidItem('reason is no reason of a compliance job')
    const createdAt = Date.parse(String(fields['created_at']))
    return [
      noticeItem({
        on: 'result',
        id: requiredId(fields, 'id'),
        reason,
        createdAt: Number.isNaN(createdAt) ? undefined : createdAt,
      }),
    ]
  },
}

const REASONS = [
  'deleted',
  'deactivated',
  'suspended',
  'protected',
  'scrub_geo',
  'bounced',
] as const satisfies readonly ComplianceResultNotice['reason'][]

/** The notice of a Gnip activity with the verb `delete` (spec/data-files.md#gnip-activities). */
export function gnipDeletion(postId: unknown, authorId: unknown): ImportItem {
  const fields = { id: postId, user_id: authorId }
  return noticeItem({
    on: 'post',
    action: 'delete',
    id: requiredId(fields, 'id'),
    authorId: idIn(fields, 'user_id'),
  })
}

/** Reads the body of a notice, which is the value of its key. */
type ReadNotice = (key: string, body: unknown) => readonly ImportItem[]

/** The reader of a notice. For a notice without effect, the kind of count to which the notice is added. */
type Treatment = ReadNotice | 'counted' | 'not-kept' | 'held-back'

/** Notices that the compliance stream does not send: notices of other streams, and messages about a connection. */
const OTHER_NOTICES = {
  limit: 'counted',
  disconnect: 'counted',
  warning: 'counted',
  control: 'counted',
  info: 'counted',
  error: 'counted',
  position: 'counted',
  'keep-alive': 'counted',
  keep_alive: 'counted',
  friends: 'not-kept',
  friends_str: 'not-kept',
  event: 'not-kept',
  direct_message: 'held-back',
} as const satisfies Record<string, Treatment>

type NoticeName = SentName | keyof typeof OTHER_NOTICES

const NOTICES: Readonly<Record<NoticeName, Treatment>> = {
  ...OTHER_NOTICES,
  delete: deletionsIn,
  scrub_geo: (key, body) => {
    const fields = bodyOf(key, body)
    const [id, upToId] = [requiredId(fields, 'user_id'), requiredId(fields, 'up_to_status_id')]
    return [noticeItem({ on: 'user', action: 'scrub_geo', id, upToId })]
  },
  status_withheld: (key, body) => {
    const fields = bodyOf(key, body)
    const status = isFields(fields['status']) ? fields['status'] : fields
    return [noticeItem({ ...postOf(status), action: 'withhold', countries: countriesIn(fields) })]
  },
  user_withheld: (key, body) => {
    const fields = bodyOf(key, body)
    const user = isFields(fields['user']) ? fields['user'] : fields
    const countries = countriesIn(fields)
    return [noticeItem({ on: 'user', action: 'withhold', id: requiredId(user, 'id'), countries })]
  },
  drop: (key, body) => [noticeItem({ ...postOf(statusIn(bodyOf(key, body))), action: 'drop' })],
  undrop: (key, body) => [noticeItem({ ...postOf(statusIn(bodyOf(key, body))), action: 'undrop' })],
  user_delete: userState('deactivate'),
  user_undelete: userState('reactivate'),
  user_protect: userState('protect'),
  user_unprotect: userState('unprotect'),
  user_suspend: userState('suspend'),
  user_unsuspend: userState('unsuspend'),
  tweet_edit: 'not-kept',
  gap: 'counted',
}

function userState(action: UserStateNotice['action']): ReadNotice {
  return (key, body) => {
    const fields = bodyOf(key, body)
    const user = isFields(fields['user']) ? fields['user'] : fields
    return [noticeItem({ on: 'user', action, id: requiredId(user, 'id') })]
  }
}

/** The key of a notice; undefined for other objects. */
function keyOf(fields: Fields): NoticeName | undefined {
  let found: string | undefined
  for (const name in fields) {
    if (name === 'timestamp_ms') continue
    // `friends` and `friends_str` may both occur in one notice.
    if (found !== undefined && !(found.startsWith('friends') && name.startsWith('friends'))) return undefined
    found = name
  }
  return found !== undefined && isNoticeName(found) ? found : undefined
}

function isNoticeName(key: string): key is NoticeName {
  return Object.hasOwn(NOTICES, key)
}

function deletionsIn(key: string, body: unknown): readonly ImportItem[] {
  const { status, favorite, direct_message: message } = bodyOf(key, body)
  const items: ImportItem[] = []
  if (isFields(status)) items.push(noticeItem({ ...postOf(status), action: 'delete' }))
  if (isFields(favorite)) {
    const [userId, postId] = [requiredId(favorite, 'user_id'), requiredId(favorite, 'tweet_id')]
    items.push(noticeItem({ on: 'like', userId, postId }))
  }
  if (isFields(message)) {
    const [id, userId] = [requiredId(message, 'id'), requiredId(message, 'user_id')]
    items.push(noticeItem({ on: 'message', id, userId }))
  }
  if (items.length === 0) throw new InvalidItem('delete names no post, like or message')
  return items
}

function noticeItem(notice: ImportNotice): ImportItem {
  return { kind: 'notice', notice }
}

function bodyOf(key: string, body: unknown): Fields {
  if (isFields(body)) return body
  throw new InvalidItem(`${key} is no object`)
}

/** The object with the ids of the post. In older streams, the fields of this object are directly in the body. */
function statusIn(body: Fields): Fields {
  return isFields(body['status']) ? body['status'] : body
}

function postOf(status: Fields) {
  return { on: 'post', id: requiredId(status, 'id'), authorId: idIn(status, 'user_id') } as const
}

function requiredId(fields: Fields, name: string): bigint {
  const id = idIn(fields, name)
  if (id === undefined) throw new InvalidItem(`there is no ${name}`)
  return id
}

/** Country codes of two letters, sorted; other texts are left out. */
function countriesIn({ withheld_in_countries: list }: Fields): readonly string[] {
  const codes = Array.isArray(list) ? list : typeof list === 'string' ? list.split(/[,\s]+/) : []
  const countries = codes.flatMap((code) => (typeof code === 'string' ? code.trim().toUpperCase() : []))
  return [...new Set(countries.filter((code) => /^[A-Z]{2}$/.test(code)))].toSorted()
}
