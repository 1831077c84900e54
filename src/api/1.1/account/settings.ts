/** GET account/settings: the few settings that there are (spec/followers.md section 2). */

import { v11Endpoint } from '../_family.ts'
import { SETTINGS } from '../_schemas/settings.ts'

export const accountSettings = v11Endpoint({
  paths: ['/1.1/account/settings.json'],
  summary: 'Settings of the user whose token signs the request.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: {},
  answers: [{ schema: SETTINGS }],
  async handle({ caller: { user } }) {
    return {
      status: 200,
      body: JSON.stringify({
        protected: user.isProtected,
        screen_name: user.screenName,
        always_use_https: true,
        use_cookie_personalization: false,
        sleep_time: { enabled: false, end_time: null, start_time: null },
        geo_enabled: false,
        language: 'en',
        discoverable_by_email: false,
        discoverable_by_mobile_phone: false,
        display_sensitive_media: false,
        allow_contributor_request: 'all',
        allow_dms_from: 'following',
        allow_dm_groups_from: 'following',
        translator_type: 'none',
        time_zone: { name: 'UTC', tzinfo_name: 'Etc/UTC', utc_offset: 0 },
      }),
    }
  },
})
