/** The settings of an account, for the API document; `account/settings.ts` renders them. */
import { Type } from 'typebox'

const flag = Type.Boolean()
const audience = Type.String()

export const SETTINGS = Type.Object(
  {
    protected: flag,
    screen_name: Type.String(),
    always_use_https: flag,
    use_cookie_personalization: flag,
    sleep_time: Type.Object({ enabled: flag, end_time: Type.Null(), start_time: Type.Null() }),
    geo_enabled: flag,
    language: Type.String({ description: 'BCP 47.' }),
    discoverable_by_email: flag,
    discoverable_by_mobile_phone: flag,
    display_sensitive_media: flag,
    allow_contributor_request: audience,
    allow_dms_from: audience,
    allow_dm_groups_from: audience,
    translator_type: Type.String(),
    time_zone: Type.Object({
      name: Type.String(),
      tzinfo_name: Type.String(),
      utc_offset: Type.Integer({ description: 'In seconds.' }),
    }),
  },
  { title: 'Settings' },
)
