/** The button that ends a session. */
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
