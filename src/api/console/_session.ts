/** Renders the session of a caller for the console, and opens sessions. */
import { Type } from 'typebox'
import { consoleSessionId, keepConsoleSession } from '../../auth/console-session.ts'
import { findUser } from '../../domain/accounts/user.ts'
import { CONSOLE_ROLES, type ConsoleUser } from '../../domain/console/console-account.ts'
import { passwordHashOf } from '../../domain/console/credentials.ts'
import { openConsoleSession } from '../../domain/console/sessions.ts'
import type { Answer } from '../../http/endpoint.ts'
import type { RequestOrigin } from '../../http/request-origin.ts'
import { hashSecret } from '../../lib/vault.ts'
import type { Services } from '../_services.ts'
import { streamBase } from './_compliance/stream-base.ts'
import { jsonAnswer } from './_family.ts'

/** Maximum length of an e-mail address; RFC 5321 section 4.5.3.1.3. */
export const MAX_EMAIL_LENGTH = 254
export const MAX_PASSWORD_LENGTH = 1_024

export const SESSION = Type.Object(
  {
    user: Type.Object({
      id: Type.String(),
      account_name: Type.String({
        description: 'Name of the account, which is part of the URLs of its streams.',
      }),
      email: Type.String(),
      role: Type.Enum([...CONSOLE_ROLES]),
      is_operator: Type.Boolean({ description: 'True for operators of the server, who may use the desk.' }),
      has_password: Type.Boolean({ description: 'False for a user who signs in by links or passkeys only.' }),
    }),
    network_user: Type.Union(
      [Type.Object({ id: Type.String(), screen_name: Type.String(), name: Type.String() }), Type.Null()],
      { description: 'The user of the network whose apps and projects the caller manages.' },
    ),
    api_url: Type.String({
      description:
        'Base URL of the API without a trailing slash, also when the console has a listener of its own.',
    }),
    has_test_controls: Type.Boolean({ description: 'True when the server runs with test controls.' }),
  },
  { title: 'ConsoleSession' },
)

interface SessionCall {
  readonly services: Pick<Services, 'store' | 'testControls' | 'pageAddress'>
  readonly outer: RequestOrigin
}

/** Renders an object of the schema {@link SESSION}. */
export async function sessionBody(
  { services: { store, testControls, pageAddress }, outer }: SessionCall,
  { id, accountName, email, role, userId, isOperator }: ConsoleUser,
): Promise<object> {
  const user = userId === undefined ? undefined : await findUser(store, { id: userId })
  const hash = await passwordHashOf({ store }, id)
  return {
    user: {
      id,
      account_name: accountName,
      email,
      role,
      is_operator: isOperator,
      has_password: hash !== undefined,
    },
    network_user: user === undefined ? null : { id: user.id, screen_name: user.screenName, name: user.name },
    api_url: streamBase(pageAddress, outer),
    has_test_controls: testControls() !== undefined,
  }
}

interface Visit {
  readonly services: Services
  readonly outer: RequestOrigin
  header(name: string): string | undefined
}

/** Opens a session for the user. It replaces the session that the browser had before. */
export async function signedIn({ services, outer, header }: Visit, user: ConsoleUser): Promise<Answer> {
  const before = consoleSessionId(outer.scheme, header('cookie'))
  const id = await openConsoleSession(services, {
    consoleUserId: user.id,
    browser: header('user-agent') ?? '',
    address: outer.address,
    before,
    onEnded: (hash) => services.eventReaders.endAll(hash),
  })
  if (before !== undefined) services.eventReaders.endAll(hashSecret(before))
  const headers = keepConsoleSession(outer.scheme, id)
  return jsonAnswer(await sessionBody({ services, outer }, user), { status: 201, headers })
}
