/** The page on which a user with a password link sets a new password (spec/pages.md#password-links). */
import type { User } from '../../domain/accounts/user.ts'
import type { Context } from '../../domain/context.ts'
import type { Answer } from '../../http/endpoint.ts'
import { html } from '../../text/html.ts'
import { PAGE_ERRORS, type PageErrorName } from '../_pages/_errors.ts'
import { formTokenField } from '../_pages/form-token.ts'
import { pageAnswer } from '../_pages/page.ts'
import type { Visitor } from '../_pages/visitor.ts'

export const RESET_PATH = '/settings/reset_password'

/** The action for which the form token is valid. */
export const RESET_ACT = 'reset-password'

/** @param refused the reason why the new password was refused */
export function resetPage(
  context: Context,
  visitor: Visitor,
  { user, token }: { readonly user: User; readonly token: string },
  refused?: PageErrorName,
): Answer {
  const entry = refused === undefined ? undefined : PAGE_ERRORS[refused]
  const main = html`<p>For the account <strong>@${user.screenName}</strong>.</p>
${entry !== undefined && html`<p class="alert" role="alert" id="refused">${entry.advice}</p>`}
<form method="post" action="${RESET_PATH}">
${formTokenField(context, visitor, RESET_ACT)}
<input type="hidden" name="token" value="${token}">
<label for="password">New password, at least 8 characters</label>
<input id="password" name="password" type="password" minlength="8" autocomplete="new-password" required${entry !== undefined && html` aria-invalid="true" aria-describedby="refused"`}>
<p class="quiet">All sessions of the account end.</p>
<div class="actions"><button class="main">Set password</button></div>
</form>`
  return pageAnswer(entry?.status ?? 200, { title: 'Set a new password', main }, visitor.headers)
}
