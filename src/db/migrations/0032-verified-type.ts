/** The kind of the mark of verified users (spec/v2.md#later-members). */
import type { Migration } from '../migration.ts'

export const verifiedType: Migration = {
  name: '0032-verified-type',
  statements: () => [`alter table profiles add column verified_type text not null default ''`],
  sqliteStatements: [
    'drop index profiles_copy',
    `create index profiles_copy on profiles (user_id, location, description, description_urls, url, expanded_url,
      image_url, banner_url, is_verified, listed_count, appearance, verified_type)`,
  ],
}
