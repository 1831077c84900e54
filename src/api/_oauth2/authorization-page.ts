/** The page on which a user approves the scopes that a client requests (spec/oauth2.md#authorization). */
import { createHash } from 'node:crypto'
import type { Context } from '../../domain/context.ts'
import type { Answer } from '../../http/endpoint.ts'
import { html } from '../../text/html.ts'
import { type ConsentForm, consentPage, nameOf } from '../_pages/consent.ts'
import type { Visitor } from '../_pages/visitor.ts'
import type { Authorization } from './authorization-request.ts'
import { scopeLists } from './scope-words.ts'

/**
 * The action for which the form token is valid. The action contains every parameter, so that no parameter can
 * change between the page and the decision of the user.
 */
export function actOf({ parameters }: Authorization): string {
  const hash = createHash('sha256').update(JSON.stringify(parameters)).digest('base64url')
  return `oauth2:${hash}`
}

/** The page on which the user decides. */
export function showPage(
  context: Context,
  path: string,
  request: Authorization,
  visitor: Visitor,
  form: ConsentForm,
): Promise<Answer> {
  const { app, owner, redirectUri, scopes, parameters } = request
  const consent = {
    path,
    title: `Authorize ${app.name}`,
    heading: html`Let ${nameOf(app)} use your account?`,
    app,
    owner,
    actions: scopeLists(scopes),
    act: actOf(request),
    parameters,
    approval: 'Authorize app',
    target: redirectUri,
  }
  return consentPage(context, consent, visitor, form)
}
