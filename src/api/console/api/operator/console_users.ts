/** /console/api/operator/console_users: users of the console (spec/console.md#console-users-at-the-desk). */
import { Type } from 'typebox'
import { CONSOLE_ROLES, createConsoleUser } from '../../../../domain/console/console-account.ts'
import { type ListedConsoleUser, listConsoleUsers } from '../../../../domain/console/list-users.ts'
import { count, optionalId } from '../../../../http/params.ts'
import { consoleBody } from '../../_body.ts'
import { DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { namedUser } from '../../_operator/named-user.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../../_session.ts'

const PATH = '/console/api/operator/console_users'

const ROLE = Type.Enum([...CONSOLE_ROLES])

const CONSOLE_USER = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    account_name: Type.String(),
    role: ROLE,
    is_operator: Type.Boolean(),
    has_password: Type.Boolean(),
    passkeys: Type.Integer(),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
  },
  { title: 'ConsoleDeskConsoleUser' },
)

/** Renders an object of the schema {@link CONSOLE_USER}. */
function consoleUserBody(user: ListedConsoleUser) {
  const { id, email, accountName, role, isOperator, hasPassword, passkeyCount, createdAt } = user
  return {
    ...{ id, email, account_name: accountName, role, is_operator: isOperator },
    ...{ has_password: hasPassword, passkeys: passkeyCount, created_at: createdAt },
  }
}

export const listDeskConsoleUsers = operatorEndpoint({
  paths: [PATH],
  summary: 'Users of the console, the oldest first.',
  params: {
    after: optionalId('Id of the last user of the previous page.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        users: Type.Array(CONSOLE_USER),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params: { after, count } }) {
    const { items, next } = await listConsoleUsers(services.store, undefined, { after, count })
    return jsonAnswer({ users: items.map(consoleUserBody), next })
  },
})

const NEW = consoleBody(
  Type.Object({
    account_name: Type.String({ maxLength: 50, description: 'The account is created if it does not exist.' }),
    email: Type.String({ maxLength: MAX_EMAIL_LENGTH }),
    password: Type.String({ maxLength: MAX_PASSWORD_LENGTH, description: 'At least 8 characters.' }),
    role: ROLE,
    is_operator: Type.Boolean(),
    username: Type.Optional(
      Type.String({
        maxLength: 50,
        description:
          'The user of the network whose apps the new user manages, with or without @. Default: chosen in the console.',
      }),
    ),
  }),
)

export const addDeskConsoleUser = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Creates a user of the console, and the account of the user if the account does not exist.',
  params: {},
  body: NEW.spec,
  answers: [DONE],
  errors: [
    'field-invalid',
    'account-name-invalid',
    'email-invalid',
    'email-taken',
    'password-too-short',
    'user-not-found',
  ],
  async handle({ services, json }) {
    const { account_name, email, password, role, is_operator: isOperator, username = '' } = NEW.read(json)
    const user = username.trim() === '' ? undefined : await namedUser(services, username)
    const names = { accountName: account_name.trim(), email: email.trim() }
    await createConsoleUser(services, { ...names, password, role, isOperator, userId: user?.id })
    return doneAnswer()
  },
})
