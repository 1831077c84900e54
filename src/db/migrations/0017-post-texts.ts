/**
 * Whether somebody has said the same in the last day is one look into an index of texts, however much was said that
 * day; before, all of it was gone through for every post.
 */
import type { Migration } from '../migration.ts'

export const postTexts: Migration = {
  name: '0017-post-texts',
  statements: () => [
    'drop index posts_author',
    'create index posts_author on posts (author_id, id)',
    "create index posts_texts on posts (author_id, text_key, id) where text_key <> ''",
  ],
}
