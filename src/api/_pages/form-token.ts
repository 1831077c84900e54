/** Proof that a form was posted from a page that Aviary showed to this browser, for this very act. */
import type { Context } from '../../domain/context.ts'
import { equalSecrets } from '../../lib/vault.ts'
import { type Html, html } from '../../text/html.ts'
import { PageError } from './_errors.ts'
import type { Visit, Visitor } from './visitor.ts'

const SALT_BYTES = 16
const TOKEN = /^([A-Za-z0-9_-]{22})\.[A-Za-z0-9_-]{64}$/

/** Name of the field that holds the token. */
export const FORM_TOKEN_FIELD = 'authenticity_token'

/**
 * The hidden field of a form. Another token each time, so that compressed pages give none away piece by piece.
 * @param act what the form does and to what, such as `revoke:42`; good for nothing else
 */
export function formTokenField(context: Context, visitor: Visitor, act: string): Html {
  const salt = context.random(SALT_BYTES).toString('base64url')
  const token = `${salt}.${macOf(context, visitor, act, salt)}`
  return html`<input type="hidden" name="${FORM_TOKEN_FIELD}" value="${token}">`
}

/**
 * Demands that a posted form came from Aviary's own page.
 * @throws {PageError} 403 when the origin is another, or the token is missing, of another visitor or for another act
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

/** Browsers name the origin of every post; what names none is no browser, and the token alone decides. */
function isSameOrigin({ outer, header }: Visit): boolean {
  const origin = header('origin')
  const site = header('sec-fetch-site')
  // `none` is the person itself: a page that is loaded again.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  return origin === undefined || origin.toLowerCase() === `${outer.scheme}://${outer.host}`.toLowerCase()
}

function macOf({ vault }: Context, visitor: Visitor, act: string, salt: string): string {
  return vault.derive(`form:${visitor.id}:${salt}:${act}`).toString('base64url')
}
