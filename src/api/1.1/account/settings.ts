/** GET and POST account/settings: the few settings that there are (spec/followers.md section 2). */
import type { User } from '../../../domain/accounts/user.ts'
import { acceptsAnyone, setAcceptsAnyone } from '../../../domain/messages/message-settings.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { optionalText } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'
import { SETTINGS } from '../_schemas/settings.ts'

export const accountSettings = v11Endpoint({
  paths: ['/1.1/account/settings.json'],
  summary: 'Settings of the user whose token signs the request.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: {},
  answers: [{ schema: SETTINGS }],
  async handle({ caller: { user }, services: { store } }) {
    return settingsAnswer(user, await acceptsAnyone(store, user.id))
  },
})

/** From whom a user takes messages, in the words of the parameter. */
const MESSAGES_FROM = { all: true, following: false } as const

export const accountUpdateSettings = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account/settings.json'],
  summary: 'Changes settings of the user whose token signs the request.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: {
    allow_dms_from: optionalText(
      'Who may begin to write to the user: `all`, or `following` for those alone whom it follows.',
    ),
  },
  errors: ['parameterInvalid'],
  answers: [{ schema: SETTINGS }],
  async handle({ params: { allow_dms_from: from }, caller: { user }, services }) {
    if (from === undefined) return settingsAnswer(user, await acceptsAnyone(services.store, user.id))
    if (!Object.hasOwn(MESSAGES_FROM, from)) throw new V11Error('parameterInvalid', 'allow_dms_from')
    const accepts = MESSAGES_FROM[from as keyof typeof MESSAGES_FROM]
    await setAcceptsAnyone(services, { userId: user.id, acceptsAnyone: accepts })
    return settingsAnswer(user, accepts)
  },
})

function settingsAnswer(user: Pick<User, 'isProtected' | 'screenName'>, accepts: boolean): Answer {
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
      allow_dms_from: accepts ? 'all' : 'following',
      allow_dm_groups_from: 'following',
      translator_type: 'none',
      time_zone: { name: 'UTC', tzinfo_name: 'Etc/UTC', utc_offset: 0 },
    }),
  }
}
