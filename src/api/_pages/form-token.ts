/**
 * Makes and checks form tokens (CSRF tokens). A token proves that the form comes from a page that Aviary showed to the
 * same browser for the same action.
 */
import type { Context } from '../../domain/context.ts'
import { equalSecrets } from '../../lib/vault.ts'
import { type Html, html } from '../../text/html.ts'
import { PageError } from './_errors.ts'
import type { Visit, Visitor } from './visitor.ts'

const SALT_BYTES = 16
const TOKEN = /^([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{64}$/

/** Name of the field with the token. */
export const FORM_TOKEN_FIELD = 'authenticity_token'

/**
 * The hidden field of a form. The token differs each time, so that the size of compressed pages does not reveal the
 * token.
 * @param act the action of the form with its target, such as `revoke:42`; the token is valid only for this action
 */
export function formTokenField(context: Context, visitor: Visitor, act: string): Html {
  const salt = context.random(SALT_BYTES).toString('base64url')
  const token = `${salt}.${macOf(context, visitor, act, salt)}`
  return html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${token}">`
}

/**
 * Requires that a form was sent from a page of Aviary.
 * @throws {PageError} 403 for another origin, and for a token that is missing, belongs to another visitor or is for
 * another action
 */
export function requireOwnForm(
  context: Context,
  visit: Visit,
  visitor: Visitor,
  act: string,
  token: string | undefined,
): void {
  const salt = TOKEN.exec(token ?? '')?.[1]
  const isOwn =
    salt !== undefined && equalSecrets(token ?? '', `${salt}.${macOf(context, visitor, act, salt)}`)
  if (!isOwn || !isSameOrigin(visit)) {
    throw new PageError('expiredForm')
  }
}

/**
 * Browsers send the origin with every post. A client that sends no origin is not a browser, so only the token is
 * checked.
 */
function isSameOrigin({ outer, header }: Visit): boolean {
  const origin = header('origin')
  const site = header('sec-fetch-site')
  // `none` means that the request comes from the user and not from a page, for example after a reload.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin.toLowerCase() === `${outer.scheme}://${outer.host}`.toLowerCase()
}

function macOf({ vault }: Context, visitor: Visitor, act: string, salt: string): string {
  return vault.derive(`form:${visitor.id}:${salt}:${act}`).toString('base64url')
}
