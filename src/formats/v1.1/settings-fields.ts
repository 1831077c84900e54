/** Declares the fields of the settings of an account (spec/users.md#settings), in the order of recorded responses. */
import { Type } from 'typebox'
import { ObjectTable } from '../fields/object-table.ts'

export interface SettingsInput {
  readonly screenName: string
  readonly isProtected: boolean
  /** True if the user accepts messages from all users. */
  readonly acceptsAnyone: boolean
}

const FLAG = Type.Boolean()
const TEXT = Type.String()

/** Settings that Aviary does not have; they have the value of a new account. */
const fixed = (name: string, schema: typeof FLAG | typeof TEXT, value: boolean | string) => ({
  name,
  schema,
  value: () => value,
})

export const SETTINGS_FIELDS = new ObjectTable<SettingsInput>([
  { name: 'protected', schema: FLAG, value: ({ isProtected }) => isProtected },
  { name: 'screen_name', schema: TEXT, value: ({ screenName }) => screenName },
  fixed('always_use_https', FLAG, true),
  fixed('use_cookie_personalization', FLAG, false),
  {
    name: 'sleep_time',
    schema: Type.Object({ enabled: FLAG, end_time: Type.Null(), start_time: Type.Null() }),
    value: () => ({ enabled: false, end_time: null, start_time: null }),
  },
  fixed('geo_enabled', FLAG, false),
  { name: 'language', schema: Type.String({ description: 'BCP 47.' }), value: () => 'en' },
  fixed('discoverable_by_email', FLAG, false),
  fixed('discoverable_by_mobile_phone', FLAG, false),
  fixed('display_sensitive_media', FLAG, false),
  fixed('allow_contributor_request', TEXT, 'all'),
  {
    name: 'allow_dms_from',
    schema: TEXT,
    value: ({ acceptsAnyone }) => (acceptsAnyone ? 'all' : 'following'),
  },
  fixed('allow_dm_groups_from', TEXT, 'following'),
  fixed('translator_type', TEXT, 'none'),
  {
    name: 'time_zone',
    schema: Type.Object({
      name: TEXT,
      tzinfo_name: TEXT,
      utc_offset: Type.Integer({ description: 'In seconds.' }),
    }),
    value: () => ({ name: 'UTC', tzinfo_name: 'Etc/UTC', utc_offset: 0 }),
  },
])
