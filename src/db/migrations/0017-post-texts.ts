/** Index of texts. One lookup finds a duplicate of the last 24 hours, without a scan of the posts of the day. */
import type { Migration } from '../migration.ts'

export const postTexts: Migration = {
  name: '0017-post-texts',
  statements: () => [
    'drop index posts_author',
    'create index posts_author on posts (author_id, id)',
    "create index posts_texts on posts (author_id, text_key, id) where text_key <> ''",
  ],
}
