/** /console/api/session: signs in to the console, shows the caller, signs out (spec/console.md#console-sessions). */
import { Type } from 'typebox'
import { forgetConsoleSession } from '../../../auth/console-session.ts'
import { verifyConsoleUser } from '../../../domain/console/console-account.ts'
import { endConsoleSession } from '../../../domain/console/sessions.ts'
import { consoleBody } from '../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../_family.ts'
import { ConsoleProblem } from '../_problems.ts'
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH, SESSION, sessionBody, signedIn } from '../_session.ts'

const CREDENTIALS = consoleBody(
  Type.Object({
    email: Type.String({ maxLength: MAX_EMAIL_LENGTH }),
    password: Type.String({ maxLength: MAX_PASSWORD_LENGTH }),
  }),
)

export const createSession = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/session'],
  summary: 'Signs in with e-mail address and password.',
  auth: ['none'],
  params: {},
  body: CREDENTIALS.spec,
  answers: [{ status: 201, description: 'Signed in; the cookie is set.', schema: SESSION }],
  errors: ['credentials-wrong', 'too-many-tries'],
  async handle(call) {
    const { services, outer } = call
    const { email, password } = CREDENTIALS.read(call.json)
    const attempt = { door: 'console', login: email.toLowerCase(), address: outer.address } as const
    const user = await services.passwordChecks.check(attempt, () =>
      verifyConsoleUser(services.store, email, password),
    )
    if (user === undefined) throw new ConsoleProblem('credentials-wrong')
    return signedIn(call, user)
  },
})

export const showSession = consoleEndpoint({
  paths: ['/console/api/session'],
  summary: 'The signed-in user of the console.',
  params: {},
  answers: [{ schema: SESSION }],
  async handle(call) {
    const { caller } = call
    return jsonAnswer(await sessionBody(call, { ...caller, id: caller.consoleUserId }))
  },
})

export const deleteSession = consoleEndpoint({
  method: 'DELETE',
  paths: ['/console/api/session'],
  summary: 'Signs out: the session ends.',
  params: {},
  answers: [DONE],
  async handle({ caller, services, outer }) {
    await endConsoleSession(services, caller.sessionHash)
    services.eventReaders.endAll(caller.sessionHash)
    return doneAnswer(forgetConsoleSession(outer.scheme))
  },
})
