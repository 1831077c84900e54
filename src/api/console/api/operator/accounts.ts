/** /console/api/operator/accounts: accounts of the compliance stream (spec/console.md#stream-accounts-at-the-desk). */
import { Type } from 'typebox'
import { CONSOLE_ROLES } from '../../../../domain/console/console-account.ts'
import { type ListedAccount, listAccounts } from '../../../../domain/console/list-accounts.ts'
import { streamPath } from '../../../../domain/console/stream.ts'
import { openStreamAccount } from '../../../../domain/console/stream-account.ts'
import { Refusal } from '../../../../domain/context.ts'
import { isPlainText } from '../../../../domain/plain-text.ts'
import { count, optionalText } from '../../../../http/params.ts'
import { verifyPassword } from '../../../../lib/vault.ts'
import { consoleBody } from '../../_body.ts'
import { streamBase } from '../../_compliance/stream-base.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../_problems.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../../_session.ts'

const PATH = '/console/api/operator/accounts'

const ACCOUNT = Type.Object(
  {
    name: Type.String({ description: 'Part of the URLs of its streams.' }),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
    users: Type.Array(
      Type.Object({
        id: Type.String(),
        email: Type.String(),
        role: Type.Enum([...CONSOLE_ROLES]),
        is_operator: Type.Boolean(),
      }),
    ),
    streams: Type.Array(
      Type.Object({
        publisher: Type.String(),
        label: Type.String(),
        url: Type.String({ description: 'URL of the first partition.' }),
      }),
    ),
  },
  { title: 'ConsoleDeskAccount' },
)

/** Renders an object of the schema {@link ACCOUNT}. @param base the base URL of streams */
function accountBody({ name, createdAt, users, streams }: ListedAccount, base: string) {
  return {
    ...{ name, created_at: createdAt },
    users: users.map(({ id, email, role, isOperator }) => ({ id, email, role, is_operator: isOperator })),
    streams: streams.map((stream) => ({
      ...{ publisher: stream.publisher, label: stream.label, url: `${base}${streamPath(stream, 1)}` },
    })),
  }
}

export const listDeskAccounts = operatorEndpoint({
  paths: [PATH],
  summary: 'Console accounts by name, with their users and compliance streams.',
  params: {
    after: optionalText('Name of the last account of the previous page.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        accounts: Type.Array(ACCOUNT),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
      }),
    },
  ],
  async handle({ services, outer, params: { after, count } }) {
    // No name contains the characters that PostgreSQL rejects, such as NUL.
    if (after !== undefined && !isPlainText(after)) return jsonAnswer({ accounts: [], next: null })
    const { items, next } = await listAccounts(services.store, { after, count })
    const base = streamBase(services.streamAddress, outer)
    return jsonAnswer({ accounts: items.map((each) => accountBody(each, base)), next })
  },
})

const NEW = consoleBody(
  Type.Object({
    account_name: Type.String({
      maxLength: 50,
      description: '1 to 50 letters, digits, hyphens, underscores.',
    }),
    email: Type.String({ maxLength: MAX_EMAIL_LENGTH, description: 'Consumers connect with this address.' }),
    password: Type.String({ maxLength: MAX_PASSWORD_LENGTH, description: 'At least 8 characters.' }),
    publisher: Type.String({ maxLength: 50, description: '1 to 50 letters, digits, hyphens, underscores.' }),
    label: Type.String({ maxLength: 50, description: '1 to 50 letters, digits, hyphens, underscores.' }),
  }),
)

export const addDeskAccount = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Creates a stream for an account, and the account and user if they do not exist.',
  params: {},
  body: NEW.spec,
  answers: [
    {
      schema: Type.Object({
        made_user: Type.Boolean({ description: 'False if the account already had the user.' }),
        made_stream: Type.Boolean({ description: 'False if the account already had the stream.' }),
      }),
    },
  ],
  errors: [
    'field-invalid',
    'account-name-invalid',
    'email-invalid',
    'email-taken',
    'password-too-short',
    'stream-name-invalid',
    'too-many-tries',
  ],
  async handle({ services, json, outer }) {
    const { account_name: accountName, email, ...rest } = NEW.read(json)
    try {
      const input = { accountName: accountName.trim(), email: email.trim(), ...rest }
      // The limit of attempts prevents operators from guessing the passwords of other users.
      const attempt = { door: 'console', login: input.email.toLowerCase(), address: outer.address } as const
      const verify = async (password: string, hash: string | undefined) =>
        (await services.passwordChecks.check(attempt, async () =>
          (await verifyPassword(password, hash)) ? true : undefined,
        )) === true
      const { madeUser, madeStream } = await openStreamAccount(services, input, verify)
      return jsonAnswer({ made_user: madeUser, made_stream: madeStream })
    } catch (error) {
      // This refusal has two possible causes. Its message names the cause, so this message replaces the default.
      if (!(error instanceof Refusal) || error.reason !== 'email-taken') throw error
      throw new ConsoleProblem('email-taken', { message: `${error.message}.` })
    }
  },
})
