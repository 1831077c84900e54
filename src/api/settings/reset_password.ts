/** GET and POST settings/reset_password: sets a new password with a one-time link (spec/pages.md#password-links). */
import { findLinkedUser, setPasswordByLink } from '../../domain/accounts/passwords/password-links.ts'
import { Refusal } from '../../domain/context.ts'
import { optionalText } from '../../http/params.ts'
import { html } from '../../text/html.ts'
import { PageError } from '../_pages/_errors.ts'
import { pageEndpoint } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD, requireOwnForm } from '../_pages/form-token.ts'
import { pageAnswer } from '../_pages/page.ts'
import { visitorOf } from '../_pages/visitor.ts'
import type { Services } from '../_services.ts'
import { RESET_ACT, RESET_PATH, resetPage } from './_reset-page.ts'
import { SIGN_IN_PATH } from './_sign-in-page.ts'

const TOKEN = optionalText('Token of the link.')

export const settingsResetPasswordPage = pageEndpoint({
  method: 'GET',
  paths: [RESET_PATH],
  summary: 'The page on which a member sets a new password by a one-time link.',
  params: { token: TOKEN },
  async handle(call) {
    const { services, params } = call
    const linked = await linkOf(services, params.token)
    return resetPage(services, await visitorOf(services, call), linked)
  },
})

export const settingsResetPassword = pageEndpoint({
  method: 'POST',
  paths: [RESET_PATH],
  summary: 'Sets a new password by a one-time link and ends all sessions of the member.',
  params: {
    token: TOKEN,
    password: optionalText('New password, at least 8 characters.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, params } = call
    const visitor = await visitorOf(services, call)
    requireOwnForm(services, call, visitor, RESET_ACT, params[FORM_TOKEN_FIELD])
    const linked = await linkOf(services, params.token)
    try {
      await setPasswordByLink(services, { token: linked.token, password: params.password ?? '' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      if (error.reason === 'link-invalid') throw new PageError('badPasswordLink')
      if (error.reason !== 'password-too-short') throw error
      return resetPage(services, visitor, linked, 'shortPassword')
    }
    const main = html`<p>All sessions of <strong>@${linked.user.screenName}</strong> have ended.</p>
<p><a href="${SIGN_IN_PATH}">Sign in</a> with the new password.</p>`
    return pageAnswer(200, { title: 'Your password is changed', main }, visitor.headers)
  },
})

/** @throws {PageError} `badPasswordLink` */
async function linkOf(services: Services, token = '') {
  const user = await findLinkedUser(services, token)
  if (user === undefined) throw new PageError('badPasswordLink')
  return { user, token }
}
