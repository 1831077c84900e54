/** Finds members of response objects that are added, removed or changed between two days. */
import type { Day } from '../../formats/fields/day.ts'
import { POST_FIELDS as V11_POST_FIELDS } from '../../formats/v1.1/post-fields.ts'
import { USER_FIELDS as V11_USER_FIELDS } from '../../formats/v1.1/user-fields.ts'
import { POST_FIELDS } from '../../formats/v2/post-fields.ts'
import { USER_FIELDS } from '../../formats/v2/user-fields.ts'

/** A type of objects in responses. */
interface KnownObject {
  readonly object: 'user' | 'post'
  /** Paths of endpoints whose responses contain such objects. */
  readonly paths: RegExp
  /**
   * Members that only objects of this type have. A response with all of these members contains such objects.
   */
  readonly marks: readonly string[]
  schemaOn(day: Day): Readonly<Record<string, unknown>>
}

const V2_PATHS = /^\/(2|labs\/2)\//

const OBJECTS: readonly KnownObject[] = [
  {
    object: 'user',
    paths: /^\/1\.1\//,
    marks: ['screen_name', 'followers_count'],
    schemaOn: (day) => V11_USER_FIELDS.schema(undefined, day),
  },
  {
    object: 'post',
    paths: /^\/1\.1\//,
    marks: ['favorite_count', 'retweet_count'],
    schemaOn: (day) => V11_POST_FIELDS.schema(undefined, day),
  },
  { object: 'user', paths: V2_PATHS, marks: ['username'], schemaOn: (day) => USER_FIELDS.schema(day) },
  { object: 'post', paths: V2_PATHS, marks: ['text'], schemaOn: (day) => POST_FIELDS.schema(day) },
]

export interface MemberChange {
  readonly kind: 'field-ends' | 'field-changes' | 'field-begins'
  readonly object: KnownObject['object']
  readonly member: string
}

/**
 * The changes of the object types that the responses of a path contain.
 * @param names the names of all JSON members in the responses, at any depth
 */
export function memberChanges(
  path: string,
  names: ReadonlySet<string>,
  { from, until }: { readonly from: Day; readonly until: Day },
): readonly MemberChange[] {
  return OBJECTS.filter(
    ({ paths, marks }) => paths.test(path) && marks.every((mark) => names.has(mark)),
  ).flatMap(({ object, schemaOn }) => {
    const [before, after] = [schemaOn(from), schemaOn(until)]
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((member): MemberChange[] => {
      const [earlier, later] = [before[member], after[member]]
      if (earlier === undefined) return [{ kind: 'field-begins', object, member }]
      // A changed or removed member affects the app only if a logged response contained it.
      if (!names.has(member)) return []
      if (later === undefined) return [{ kind: 'field-ends', object, member }]
      const isSame = JSON.stringify(earlier) === JSON.stringify(later)
      return isSame ? [] : [{ kind: 'field-changes', object, member }]
    })
  })
}

/** Names of members in a JSON text, which may be truncated. */
export function memberNames(json: string): readonly string[] {
  return Array.from(json.matchAll(/"([a-z0-9_]{1,60})":/g), ([, name = '']) => name)
}
