/** Reads responses and stream messages of API v2 (spec/v2-objects.md#envelope). */
import { IGNORE_FAULTS, type ReportFault } from '../../lib/repair.ts'
import type { ImportItem, ValueForm } from '../items.ts'
import type { Fields } from '../json-fields.ts'
import { isV2Answer, v2Answer } from '../posts/v2-object.ts'
import { countOf, faultsOf, isFields, itemsOfList } from './list-items.ts'
import { V2_USER } from './v2-user.ts'
import { V11_POST } from './v11-post.ts'

const OF_V11 = 'post of v1.1'

/** Kinds of objects in `data`. The first kind that matches is used. Messages are private. */
const KINDS: readonly (readonly [kind: string, isKind: (fields: Fields) => boolean])[] = [
  ['message', (fields) => 'event_type' in fields || 'dm_conversation_id' in fields],
  // Programs also put posts of v1.1 into a field with this name.
  [OF_V11, (fields) => V11_POST.matches(fields) && !('author_id' in fields)],
  ['post', (fields) => 'text' in fields || 'note_tweet' in fields || 'author_id' in fields],
  ['user', (fields) => 'username' in fields],
  ['counts', (fields) => 'tweet_count' in fields],
  ['spaces', (fields) => 'state' in fields && 'id' in fields],
  ['lists', (fields) => 'name' in fields && 'id' in fields],
  ['post', (fields) => 'id' in fields],
]

function kindOf(element: unknown): string {
  if (!isFields(element)) return 'post'
  return KINDS.find(([, isKind]) => isKind(element))?.[0] ?? 'other v2 objects'
}

/** Kinds that are read, or counted as private. */
const READ = ['post', OF_V11, 'user', 'message']

export const V2_PAGE: ValueForm = {
  name: 'v2 page',
  kind: 'posts',
  matches: isV2Answer,
  items: (fields, note) => {
    const data = elementsOf(fields['data'])
    const kinds = data.map(kindOf)
    const ofKind = (kind: string) => data.filter((_, index) => kinds[index] === kind)
    const posts = ofKind('post')
    const users = ofKind('user')
    const former = ofKind(OF_V11)
    const others = [...new Set(kinds)].filter((kind) => !READ.includes(kind))
    return [
      ...itemsOfList(users, [V2_USER], note),
      ...itemsOfList(former, [V11_POST], note),
      ...(users.length === 0 ? postsOf(fields, posts, note) : pinnedOf(fields)),
      ...countOf('held-back', 'direct messages', ofKind('message').length),
      ...others.flatMap((kind) => countOf('not-kept', kind, ofKind(kind).length)),
      ...countOf('counted', 'posts that the service no longer had', missingIn(fields)),
    ]
  },
}

function elementsOf(data: unknown): readonly unknown[] {
  if (data === undefined || data === null) return []
  return Array.isArray(data) ? data : [data]
}

function postsOf(fields: Fields, data: readonly unknown[], note: ReportFault): readonly ImportItem[] {
  if (data.length === 0 && elementsOf(fields['data']).length > 0) return []
  const { faults = [], ...bundle } = v2Answer({ ...fields, data }, note)
  return [{ kind: 'posts', bundle }, ...faultsOf(faults), ...copiesOf(fields)]
}

/**
 * Copies of the included users, including users who wrote no post of the page. Faults of these users are not reported
 * here, because the reader of the posts already reports them.
 */
function copiesOf({ includes }: Fields): readonly ImportItem[] {
  const users = isFields(includes) ? includes['users'] : undefined
  if (!Array.isArray(users)) return []
  return itemsOfList(users, [V2_USER], IGNORE_FAULTS).flatMap((item) =>
    item.kind === 'user' ? [{ ...item, user: { ...item.user, isCopy: true } }] : [],
  )
}

/** Pinned posts that pages of users include. */
function pinnedOf({ includes }: Fields): readonly ImportItem[] {
  const tweets = isFields(includes) ? includes['tweets'] : undefined
  return countOf('not-kept', 'pinned_tweet', Array.isArray(tweets) ? tweets.length : 0)
}

/** Number of errors in a response that name a missing object. */
function missingIn({ errors }: Fields): number {
  if (!Array.isArray(errors)) return 0
  return errors.filter((error) => isFields(error) && 'resource_id' in error).length
}
