/** Reads v1.1 post objects (spec/posts.md#post-object). */
import type { ValueForm } from '../items.ts'
import { v11Bundle } from '../posts/post-object.ts'

export const V11_POST: ValueForm = {
  name: 'v1.1 post',
  kind: 'posts',
  matches: (fields) =>
    ('text' in fields || 'full_text' in fields) &&
    ('id_str' in fields || 'user' in fields || ['number', 'bigint'].includes(typeof fields['id'])),
  items: (fields, note) => [{ kind: 'posts', bundle: v11Bundle(fields, note) }],
}
