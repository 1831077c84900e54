/** The page on which members manage their account (spec/pages.md#settings). */
import { findEmail } from '../../domain/accounts/find-email.ts'
import { findFullUsers } from '../../domain/accounts/find-users.ts'
import { findUserByPassword } from '../../domain/accounts/sign-in.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { PAGE_ERRORS, PageError, type PageErrorName } from '../_pages/_errors.ts'
import { FORM_TOKEN_FIELD, formTokenField, requireOwnForm } from '../_pages/form-token.ts'
import { pageAnswer } from '../_pages/page.ts'
import { type SignedIn, type Visit, visitorOf } from '../_pages/visitor.ts'
import { TooManyTries } from '../_password-checks.ts'
import type { Services } from '../_services.ts'
import { CONNECTIONS_PATH } from './_sign-in-page.ts'
import { signOutEverywhereForm, signOutForm } from './_sign-out-form.ts'

export const ACCOUNT_PATH = '/settings/account'

/** The page with the notice that a change is saved. */
export const SAVED_PATH = `${ACCOUNT_PATH}?saved=true`

/** The actions for which the form tokens are valid. */
export const PROFILE_ACT = 'profile'
export const PICTURES_ACT = 'pictures'
export const EMAIL_ACT = 'e-mail address'
export const PASSWORD_ACT = 'password'
export const LEAVE_ACT = 'leave'
export const ARCHIVE_ACT = 'archive'

/**
 * The visitor who posts a form of the page.
 * @param token the form token, if it is not a parameter of the call
 * @throws {PageError} `expiredForm`, also for a visitor without a session
 */
export async function accountOwner(
  call: Visit & {
    readonly services: Services
    readonly params: { readonly [FORM_TOKEN_FIELD]: string | undefined }
  },
  act: string,
  token = call.params[FORM_TOKEN_FIELD],
): Promise<SignedIn> {
  const visitor = await visitorOf(call.services, call)
  requireOwnForm(call.services, call, visitor, act, token)
  if (visitor.user === undefined) throw new PageError('expiredForm')
  return { ...visitor, user: visitor.user }
}

/**
 * Checks the password of a signed-in user again. A wrong password counts as a failed attempt to sign in.
 * @returns the error to show; undefined for the right password
 */
export async function passwordFault(
  services: Services,
  visit: Visit,
  { screenName }: User,
  password: string,
): Promise<PageErrorName | undefined> {
  const login = screenName.toLowerCase()
  try {
    const found = await services.passwordChecks.check(
      { door: 'page', login, address: visit.outer.address },
      () => findUserByPassword(services.store, login, password),
    )
    return found === undefined ? 'wrongOwnPassword' : undefined
  } catch (error) {
    if (error instanceof TooManyTries) return 'tooManyTries'
    throw error
  }
}

export interface AccountState {
  /** The error of a refused change. */
  readonly refused?: { readonly status: number; readonly text: string } | undefined
  /** The notice about a completed change. */
  readonly done?: string | undefined
  /** The values of a refused form, which the form shows again. */
  readonly typed?: Typed
}

interface Typed {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly location?: string | undefined
  readonly url?: string | undefined
  readonly isProtected?: boolean
  readonly email?: string
}

/** The state of the page after a refused change. */
export function refusedBy(name: PageErrorName, text: string = PAGE_ERRORS[name].advice): AccountState {
  return { refused: { status: PAGE_ERRORS[name].status, text } }
}

/** The account page. */
export async function accountPage(
  services: Services,
  visitor: SignedIn,
  { refused, done, typed = {} }: AccountState = {},
): Promise<Answer> {
  const { user } = visitor
  const full = (await findFullUsers(services.store, [user.id])).get(user.id)
  const profile = full?.profile
  const email = await findEmail(services.store, user.id)
  const isProtected = typed.isProtected ?? user.isProtected
  const field = formTokenField.bind(null, services, visitor)
  const main = html`<div class="row"><p>You are signed in as <strong>@${user.screenName}</strong>.</p>${signOutForm(services, visitor)}</div>
${refused !== undefined && html`<p class="alert" role="alert">${refused.text}</p>`}
${done !== undefined && html`<p role="status"><strong>${done}</strong></p>`}
<p><a href="${CONNECTIONS_PATH}">Connected apps</a>${services.publicPages !== 'off' && pageLinks(user)}</p>
<h2>Profile</h2>
<form method="post" action="/settings/profile">${field(PROFILE_ACT)}
${input('name', 'Name', typed.name ?? full?.name ?? user.name, 50)}
${input('description', 'Description', typed.description ?? profile?.description ?? '', 160)}
${input('location', 'Location', typed.location ?? profile?.location ?? '', 30)}
${input('url', 'Website', typed.url ?? profile?.link?.expanded_url ?? '', 100)}
<p><label class="check"><input type="checkbox" name="protected" value="true"${isProtected && html` checked`}> Show my posts to approved followers only</label></p>
<div class="actions"><button class="main">Save profile</button></div></form>
<h2>Picture and banner</h2>
<form method="post" action="/settings/pictures" enctype="multipart/form-data">${field(PICTURES_ACT)}
${file('image', 'Picture (JPEG, PNG, GIF or WebP, up to 5 MB)')}
${file('banner', 'Banner (JPEG, PNG, GIF or WebP, up to 5 MB)')}
${profile?.bannerUrl !== undefined && html`<p><label class="check"><input type="checkbox" name="remove_banner" value="true"> Remove the banner</label></p>`}
<div class="actions"><button class="main">Save pictures</button></div></form>
<h2>E-mail address</h2>
<form method="post" action="/settings/email">${field(EMAIL_ACT)}
<label for="email">E-mail address to sign in with</label><input id="email" name="email" type="email" value="${typed.email ?? email ?? ''}" maxlength="254" autocomplete="email" required>
${password('email_password', 'Current password', 'current-password', 'current_password')}
<div class="actions"><button class="main">Change e-mail address</button></div></form>
<h2>Password</h2>
<form method="post" action="/settings/password">${field(PASSWORD_ACT)}
${password('current_password', 'Current password', 'current-password')}
${password('password', 'New password, at least 8 characters', 'new-password')}
<p class="quiet">All other sessions end.</p>
<div class="actions"><button class="main">Change password</button></div></form>
<h2>Sessions</h2>
${signOutEverywhereForm(services, visitor)}
<h2>Archive</h2>
<form method="post" action="/settings/archive">${field(ARCHIVE_ACT)}
<p>A zip file with your profile, posts with their media, likes, follows, mutes, blocks and messages. Other servers of this kind can read it.</p>
${password('archive_password', 'Password', 'current-password', 'password')}
<div class="actions"><button>Download archive</button></div></form>
<h2>Leave</h2>
<form method="post" action="/settings/leave">${field(LEAVE_ACT)}
<p>Your profile and your posts disappear at once. After 30 days they are deleted; until then the operator of this server can bring the account back.</p>
${password('leave_password', 'Password', 'current-password', 'password')}
<div class="actions"><button class="danger">Leave this network</button></div></form>`
  return pageAnswer(refused?.status ?? 200, { title: 'Your account', main }, visitor.headers)
}

function pageLinks({ screenName }: User): Html {
  return html` · <a href="/${screenName}">Your page</a> · <a href="/home">Home</a> · <a href="/i/muted">Muted users</a> · <a href="/i/blocked">Blocked users</a> · <a href="/i/follow_requests">Follow requests</a>`
}

function input(name: string, label: string, value: string, length: number): Html {
  return html`<label for="${name}">${label}</label><input id="${name}" name="${name}" value="${value}" maxlength="${length}" dir="auto">`
}

function file(name: string, label: string): Html {
  return html`<label for="${name}">${label}</label><input id="${name}" name="${name}" type="file" accept="image/jpeg,image/png,image/gif,image/webp">`
}

function password(id: string, label: string, complete: string, name = id): Html {
  return html`<label for="${id}">${label}</label><input id="${id}" name="${name}" type="password" autocomplete="${complete}" required>`
}
