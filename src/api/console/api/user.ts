/** /console/api/user: the network user whose apps the caller manages (spec/console.md#console-accounts). */
import { Type } from 'typebox'
import { createUser } from '../../../domain/accounts/create-user.ts'
import { canonicalLogin, findUserByPassword } from '../../../domain/accounts/sign-in.ts'
import { isHidden } from '../../../domain/accounts/user.ts'
import { linkNetworkUser } from '../../../domain/console/links.ts'
import { Refusal } from '../../../domain/context.ts'
import { consoleBody } from '../_body.ts'
import { type ConsoleCall, consoleEndpoint, jsonAnswer } from '../_family.ts'
import { ConsoleProblem } from '../_problems.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, SESSION, sessionBody } from '../_session.ts'

const NEW_USER = consoleBody(
  Type.Object({
    screen_name: Type.String({ maxLength: 100, description: '1 to 15 letters, digits and underscores.' }),
    name: Type.Optional(Type.String({ maxLength: 200, description: '1 to 50 characters.' })),
  }),
)

export const createNetworkUser = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/user'],
  summary: 'Creates the network user of a caller who has none.',
  params: {},
  body: NEW_USER.spec,
  answers: [{ status: 201, description: 'Created.', schema: SESSION }],
  errors: ['state-already-so', 'screen-name-invalid', 'screen-name-taken', 'name-too-long', 'name-invalid'],
  async handle(call) {
    const { screen_name: screenName, name } = NEW_USER.read(call.json)
    if (call.caller.userId !== undefined)
      throw new Refusal('state-already-so', 'the caller has a network user')
    const { id } = await createUser(call.services, { screenName, name })
    return linked(call, id, 201)
  },
})

const EXISTING_USER = consoleBody(
  Type.Object({
    login: Type.String({ maxLength: MAX_EMAIL_LENGTH, description: 'Screen name or e-mail address.' }),
    password: Type.String({ maxLength: MAX_PASSWORD_LENGTH }),
  }),
)

export const chooseNetworkUser = consoleEndpoint({
  method: 'PUT',
  paths: ['/console/api/user'],
  summary:
    'Links the caller to an existing network user by that user’s password. The caller then manages the apps of that user.',
  params: {},
  body: EXISTING_USER.spec,
  answers: [{ schema: SESSION }],
  errors: ['password-wrong', 'too-many-tries', 'user-closed'],
  async handle(call) {
    const { services, outer } = call
    const { login, password } = EXISTING_USER.read(call.json)
    const name = canonicalLogin(login)
    // The sign-in pages of the network share this limit of attempts, because they check the same password.
    const attempt = { door: 'page', login: name, address: outer.address } as const
    const user = await services.passwordChecks.check(attempt, () =>
      findUserByPassword(services.store, name, password),
    )
    const message = 'The name or the password is wrong. Enter the name and password of the network user.'
    if (user === undefined) throw new ConsoleProblem('password-wrong', { message, field: 'password' })
    if (isHidden(user)) throw new ConsoleProblem('user-closed')
    return linked(call, user.id, 200)
  },
})

async function linked(
  { caller, services, outer }: Pick<ConsoleCall, 'caller' | 'services' | 'outer'>,
  userId: bigint,
  status: number,
) {
  await linkNetworkUser(services, caller.consoleUserId, userId)
  const user = { ...caller, id: caller.consoleUserId, userId }
  return jsonAnswer(await sessionBody({ services, outer }, user), { status })
}
