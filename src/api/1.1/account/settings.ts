/** GET and POST account/settings: the settings of a user (spec/users.md#settings). */
import { Type } from 'typebox'
import { changeUserState } from '../../../domain/accounts/change-user-state.ts'
import type { User } from '../../../domain/accounts/user.ts'
import { type Context, Refusal } from '../../../domain/context.ts'
import { acceptsAnyone, setAcceptsAnyone } from '../../../domain/messages/message-settings.ts'
import type { Day } from '../../../formats/fields/day.ts'
import { SETTINGS_FIELDS, type SettingsInput } from '../../../formats/v1.1/settings-fields.ts'
import type { Answer } from '../../../http/endpoint.ts'
import { optionalText } from '../../../http/params.ts'
import { V11Error } from '../_errors.ts'
import { v11Endpoint } from '../_family.ts'

const SETTINGS = Type.Object(SETTINGS_FIELDS.schema(), { title: 'Settings' })

export const accountSettings = v11Endpoint({
  paths: ['/1.1/account/settings.json'],
  summary: 'Settings of the user whose token signs the request.',
  auth: ['user'],
  window: { user: 15, app: 0 },
  params: {},
  answers: [{ schema: SETTINGS }],
  async handle({ caller: { user }, services: { store }, outer }) {
    const { screenName, isProtected } = user
    return settingsAnswer(
      { screenName, isProtected, acceptsAnyone: await acceptsAnyone(store, user.id) },
      outer.apiDate,
    )
  },
})

/**
 * Values of `allow_dms_from`: true if the user accepts messages from all users, false if only from followed
 * users.
 */
const MESSAGES_FROM = { all: true, following: false } as const

/** The spellings of yes and no that clients send. */
const PROTECTION = { true: true, t: true, '1': true, false: false, f: false, '0': false } as const

export const accountUpdateSettings = v11Endpoint({
  method: 'POST',
  paths: ['/1.1/account/settings.json'],
  summary: 'Changes settings of the user whose token signs the request.',
  auth: ['user'],
  writes: true,
  window: { user: 15, app: 0 },
  params: {
    allow_dms_from: optionalText(
      'Users that may start a conversation with the user: `all`, or `following` for users whom the user follows.',
    ),
    protected: optionalText('Show the posts of the user only to followers: `true` or `false`.'),
  },
  errors: ['parameterInvalid:allow_dms_from', 'parameterInvalid:protected'],
  answers: [{ schema: SETTINGS }],
  async handle({ params, caller: { user }, services, outer }) {
    // Both parameters are read before anything is changed.
    const accepts = choiceIn(MESSAGES_FROM, 'allow_dms_from', params.allow_dms_from)
    const isProtected = choiceIn(PROTECTION, 'protected', params.protected)
    if (accepts !== undefined) await setAcceptsAnyone(services, { userId: user.id, acceptsAnyone: accepts })
    if (isProtected !== undefined) await setProtected(services, user, isProtected)
    return settingsAnswer(
      {
        screenName: user.screenName,
        isProtected: isProtected ?? user.isProtected,
        acceptsAnyone: accepts ?? (await acceptsAnyone(services.store, user.id)),
      },
      outer.apiDate,
    )
  },
})

/**
 * The choice that a value stands for; undefined when the parameter was not sent.
 * @throws {V11Error} 44 for any other value, so that a typing error cannot publish protected posts
 */
function choiceIn(
  choices: Readonly<Record<string, boolean>>,
  name: string,
  word: string | undefined,
): boolean | undefined {
  if (word === undefined) return undefined
  if (!Object.hasOwn(choices, word)) throw new V11Error('parameterInvalid', name)
  return choices[word]
}

/** Sets the protection of the user's account. An unchanged setting is not an error. */
async function setProtected(
  context: Context,
  { id: userId, screenName }: Pick<User, 'id' | 'screenName'>,
  isProtected: boolean,
): Promise<void> {
  const action = isProtected ? 'protect' : 'unprotect'
  try {
    await changeUserState(context, { userId, action, actor: `@${screenName}`, isOwn: true })
  } catch (error) {
    if (!(error instanceof Refusal && error.reason === 'state-already-so')) throw error
  }
}

function settingsAnswer(settings: SettingsInput, day: Day): Answer {
  return { status: 200, body: JSON.stringify(SETTINGS_FIELDS.object(settings, day)) }
}
