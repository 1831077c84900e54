/**
 * GET and POST settings/forgot_password: sends an e-mail with a link to set a new password
 * (spec/pages.md#forgotten-passwords).
 */
import { requestPasswordMail } from '../../domain/accounts/passwords/password-requests.ts'
import { Refusal } from '../../domain/context.ts'
import type { Answer } from '../../http/endpoint.ts'
import { optionalText } from '../../http/params.ts'
import { html } from '../../text/html.ts'
import { PageError } from '../_pages/_errors.ts'
import { pageEndpoint } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD, formTokenField, requireOwnForm } from '../_pages/form-token.ts'
import { pageAnswer } from '../_pages/page.ts'
import { type Visitor, visitorOf } from '../_pages/visitor.ts'
import type { Services } from '../_services.ts'
import { requirePasswordMailLeft } from './_forgot-rules.ts'
import { FORGOT_PATH, SIGN_IN_PATH } from './_sign-in-page.ts'

/** The action for which the form token is valid. */
const FORGOT_ACT = 'forgot-password'

export const settingsForgotPasswordPage = pageEndpoint({
  method: 'GET',
  paths: [FORGOT_PATH],
  summary: 'The page on which a member requests an e-mail with a link for a new password.',
  params: {},
  handle: async (call) => forgotPage(call.services, await visitorOf(call.services, call)),
})

export const settingsForgotPassword = pageEndpoint({
  method: 'POST',
  paths: [FORGOT_PATH],
  summary: 'Sends an e-mail with a link for a new password, if the account exists.',
  params: {
    login: optionalText('Screen name or e-mail address.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  async handle(call) {
    const { services, params, outer } = call
    const visitor = await visitorOf(services, call)
    requireOwnForm(services, call, visitor, FORGOT_ACT, params[FORM_TOKEN_FIELD])
    if (!services.sendsMail) return forgotPage(services, visitor)
    const { login = '' } = params
    await requirePasswordMailLeft(services, outer.address, login)
    try {
      await requestPasswordMail(services, login)
    } catch (error) {
      if (error instanceof Refusal && error.reason === 'password-requests-too-many')
        throw new PageError('overCapacity')
      throw error
    }
    const main = html`<p>If this name or address belongs to an account with an e-mail address, a mail is on its way to it. The link in it sets a new password once, within an hour.</p>
<p class="quiet">No mail after a few minutes? Look among the unwanted mails, or ask the operator of this server. <a href="${SIGN_IN_PATH}">Sign in</a></p>`
    return pageAnswer(200, { title: 'Look at your mail', main }, visitor.headers)
  },
})

function forgotPage(services: Services, visitor: Visitor): Answer {
  const main = services.sendsMail
    ? html`<form method="post" action="${FORGOT_PATH}">
${formTokenField(services, visitor, FORGOT_ACT)}
<p>A mail with a link for a new password goes to the address of your account.</p>
<label for="login">Screen name or e-mail address</label>
<input id="login" name="login" maxlength="254" autocomplete="username" autocapitalize="none" spellcheck="false" required>
<div class="actions"><button class="main">Send the mail</button></div>
</form>`
    : html`<p>This server sends no mail. Ask its operator for a link with which you set a new password.</p>`
  return pageAnswer(
    200,
    {
      title: 'Forgot your password?',
      main: html`${main}<p class="quiet"><a href="${SIGN_IN_PATH}">Sign in</a></p>`,
    },
    visitor.headers,
  )
}
