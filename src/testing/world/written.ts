/**
 * The type of a seed file. The published type declarations use this type, because they cannot import the library of
 * the schemas. The type is equal to the type of the schema in seed-schema.ts; written.test.ts compares them.
 */
import type { WrittenFault } from '../faults/written.ts'

interface SeedUser {
  id?: bigint
  screen_name: string
  name?: string
  description?: string
  location?: string
  url?: string
  email?: string
  password?: string
  protected?: boolean
  created_at?: string
}

interface SeedRule {
  value: string
  tag?: string
  product?: 'labs-1' | '2'
}

interface SeedApp {
  id?: bigint
  name: string
  owner: string
  permissions?: 'read' | 'read-write' | 'read-write-directmessages'
  level?: 'standard' | 'elevated' | 'academic'
  consumer_key?: string
  consumer_secret?: string
  callback_urls?: string[]
  api_date?: string
  tokens?: { user: string; access_token?: string; access_token_secret?: string }[]
  rules?: SeedRule[]
  webhooks?: { url: string; environment?: string; subscriptions?: string[] }[]
}

interface SeedPost {
  id?: bigint
  author: string
  text: string
  created_at?: string
  in_reply_to?: bigint
  quote?: bigint
  likes?: string[]
  reposts?: string[]
}

interface SeedMessage {
  id?: bigint
  sender: string
  recipient: string
  text: string
  created_at?: string
}

interface SeedStreamAccount {
  account: string
  email: string
  password: string
  label?: string
  publisher?: string
}

/** The keys of a seed file have the names of the public API, if the API has a name for the value. */
export interface Seed {
  users?: SeedUser[]
  apps?: SeedApp[]
  follows?: { follower: string; followee: string }[]
  posts?: SeedPost[]
  messages?: SeedMessage[]
  stream_accounts?: SeedStreamAccount[]
  seed?: number
  faults?: WrittenFault[]
}
