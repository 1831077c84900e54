/** POST /console/api/session/link: signs in with a one-time link (spec/console.md#one-time-links). */
import { Type } from 'typebox'
import { useConsoleLink } from '../../../../domain/console/links.ts'
import { networkOf } from '../../../_pages/network.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint } from '../../_family.ts'
import { ConsoleProblem } from '../../_problems.ts'
import { SESSION, signedIn } from '../../_session.ts'

/** Maximum attempts from one IP network. Tokens cannot be guessed; the limit protects the database from load. */
export const LINK_ATTEMPTS = { limit: 30, seconds: 900 } as const

const LINK = consoleBody(Type.Object({ token: Type.String({ maxLength: 100 }) }))

export const createSessionByLink = consoleEndpoint({
  method: 'POST',
  paths: ['/console/api/session/link'],
  summary: 'Signs in by a one-time link.',
  auth: ['none'],
  params: {},
  body: LINK.spec,
  answers: [{ status: 201, description: 'Signed in; the cookie is set.', schema: SESSION }],
  errors: ['link-invalid', 'too-many-tries'],
  async handle(call) {
    const { services, outer } = call
    const { token } = LINK.read(call.json)
    const key = `console link from ${networkOf(outer.address)}`
    const { allowed, reset } = await services.windows.take(key, LINK_ATTEMPTS)
    if (!allowed) {
      const retryAfter = Math.max(1, reset - Math.floor(services.clock.now() / 1000))
      throw new ConsoleProblem('too-many-tries', { retryAfter })
    }
    return signedIn(call, await useConsoleLink(services, token))
  },
})
