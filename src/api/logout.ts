/** GET and POST /logout: ends the session after a confirmation (spec/pages.md#members). */
import { optionalText } from '../http/params.ts'
import { html } from '../text/html.ts'
import { FORM_TOKEN_FIELD } from './_network/member.ts'
import { memberForm, memberPage } from './_network/member-endpoint.ts'
import { networkAnswer } from './_network/page.ts'
import { SENDS_ON } from './_pages/family.ts'
import { formTokenField, requireOwnForm } from './_pages/form-token.ts'
import { PAGE_HEADERS, redirectAnswer } from './_pages/page.ts'
import { signOut, visitorOf } from './_pages/visitor.ts'

/** The action for which the form token is valid. */
const LOGOUT_ACT = 'logout'

export const logoutPage = memberPage({
  paths: ['/logout'],
  summary: 'The page on which a member confirms the sign-out.',
  params: {},
  back: () => '/logout',
  async show({ services, outer }, member) {
    const main = html`<form class="card write" method="post" action="/logout">
${formTokenField(services, member.visitor, LOGOUT_ACT)}
<p>You are signed in as <strong>@${member.user.screenName}</strong> in this browser.</p>
<div class="actions"><button class="main">Sign out</button><a class="button" href="/home">Stay</a></div>
</form>
<p class="quiet">Your <a href="/settings/account">account</a> has a button that signs you out of all browsers.</p>`
    return networkAnswer(200, { services, outer, member }, { title: 'Sign out', main })
  },
})

export const logoutForm = memberForm({
  paths: ['/logout'],
  summary: 'Ends the session of a member.',
  params: { [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.') },
  answers: [SENDS_ON],
  async handle(call) {
    const { services, params } = call
    const visitor = await visitorOf(services, call)
    requireOwnForm(services, call, visitor, LOGOUT_ACT, params[FORM_TOKEN_FIELD])
    const { headers } = await signOut(services, call, visitor)
    return redirectAnswer('/login', { ...PAGE_HEADERS, ...headers })
  },
})
