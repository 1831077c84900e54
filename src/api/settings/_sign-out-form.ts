/** The buttons that end the session of this browser, or all sessions of the user. */
import type { Context } from '../../domain/context.ts'
import { type Html, html } from '../../text/html.ts'
import { formTokenField } from '../_pages/form-token.ts'
import type { Visitor } from '../_pages/visitor.ts'

export const SIGN_OUT_PATH = '/settings/sign_out'

/** Purpose of the form token. */
export const SIGN_OUT_ACT = 'sign-out'

export function signOutForm(context: Context, visitor: Visitor): Html {
  return html`<form method="post" action="${SIGN_OUT_PATH}">
${formTokenField(context, visitor, SIGN_OUT_ACT)}<button>Sign out</button></form>`
}

export const SIGN_OUT_EVERYWHERE_PATH = '/settings/sign_out_everywhere'

/** Purpose of the form token. */
export const SIGN_OUT_EVERYWHERE_ACT = 'sign-out-everywhere'

export function signOutEverywhereForm(context: Context, visitor: Visitor): Html {
  return html`<form method="post" action="${SIGN_OUT_EVERYWHERE_PATH}">
${formTokenField(context, visitor, SIGN_OUT_EVERYWHERE_ACT)}
<p>Ends your sessions in all browsers, this one too. Apps stay <a href="/settings/connections">connected</a>.</p>
<div class="actions"><button>Sign out everywhere</button></div></form>`
}
