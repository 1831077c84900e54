/**
 * The common page of OAuth 1.0a and 2.0 on which a user grants or denies access to an app
 * (spec/console.md#authorize-page).
 */
import type { App } from '../../domain/apps/app.ts'
import { type AppAbout, findAppAbout } from '../../domain/apps/app-about.ts'
import type { Context } from '../../domain/context.ts'
import type { Answer } from '../../http/endpoint.ts'
import { type Html, html } from '../../text/html.ts'
import { formTokenField } from './form-token.ts'
import { pageAnswer } from './page.ts'
import { type SignInRefused, signInFields } from './sign-in.ts'
import type { Visitor } from './visitor.ts'

/** State of the form. */
export interface ConsentForm {
  /** True when a signed-in user must enter the password again. */
  readonly forceLogin: boolean
  /** Initial value of the name field. */
  readonly login: string
  /** The error of a failed sign-in. */
  readonly refused: SignInRefused | undefined
}

/** Contents of the page. */
export interface Consent {
  /** Path of the page, to which the form is posted. */
  readonly path: string
  readonly title: string
  readonly heading: Html
  readonly app: App
  /** Screen name of the app's owner. */
  readonly owner: string
  /** Lists of allowed and forbidden actions. */
  readonly actions: Html
  /** The action for which the form token is valid. */
  readonly act: string
  /** Parameters of the request; the form repeats them. */
  readonly parameters: Readonly<Record<string, string>>
  /** Text of the button that approves. */
  readonly approval: string
  /** URL to which the user returns; undefined when a PIN is shown instead. */
  readonly target: string | undefined
}

/** The page on which the user decides. */
export async function consentPage(
  context: Context,
  consent: Consent,
  visitor: Visitor,
  form: ConsentForm,
): Promise<Answer> {
  const { path, title, heading, app, owner, actions, act, parameters, approval, target } = consent
  const { forceLogin, login, refused } = form
  const about = await findAppAbout(context.store, app.id)
  const isKnown = visitor.user !== undefined && !forceLogin && refused === undefined
  const again = new URLSearchParams({ ...parameters, force_login: 'true' }).toString()
  const account = isKnown
    ? signedInAs(visitor.user?.screenName ?? '', `${path}?${again}`)
    : signInFields(login, refused)
  const main = html`<p><strong>${nameOf(app)}</strong> by @${owner} asks to act for you.${organisation(about)}${homeLink(app)}</p>
${actions}
<form method="post" action="${path}">
${formTokenField(context, visitor, act)}
${Object.entries(parameters).map(hiddenField)}
${forceLogin && html`<input type="hidden" name="force_login" value="true">`}
${account}
<div class="actions">
<button class="main" name="allow" value="true">${approval}</button>
<button name="cancel" value="true" formnovalidate>Cancel</button>
</div>
</form>
${termsLines(about)}<p class="quiet">${whereTo(target)} You can take this back at any time under
<a href="/settings/connections">connected apps</a>.</p>`
  const formTarget = target === undefined ? {} : { formTarget: new URL(target).protocol }
  const headers = { ...visitor.headers, ...refused?.headers }
  return pageAnswer(refused?.entry.status ?? 200, { title, heading, main, ...formTarget }, headers)
}

/** Lists of allowed and forbidden actions. */
export function actionLists(allowed: readonly string[], forbidden: readonly string[]): Html {
  return html`<h2>This app will be able to:</h2>
<ul>${allowed.map(item)}</ul>
<h2>This app will not be able to:</h2>
<ul>${forbidden.map(item)}</ul>`
}

/** The name of an app in a `bdi` element, because the name may be written from right to left. */
export function nameOf({ name }: Pick<App, 'name'>): Html {
  return html`<bdi>${name}</bdi>`
}

function item(action: string): Html {
  return html`<li>${action}</li>`
}

function hiddenField([name, value]: readonly [string, string]): Html {
  return html`<input type="hidden" name="${name}" value="${value}">
`
}

function homeLink({ url }: App): Html {
  return isWebUrl(url) ? html` Its home page is ${publicLink(url)}.` : html``
}

function organisation({ organisation: name, organisationUrl: url }: AppAbout): Html {
  if (name === '') return html``
  const page = isWebUrl(url) ? html` (${publicLink(url)})` : html``
  return html` It belongs to <bdi>${name}</bdi>${page}.`
}

function termsLines({ termsUrl, privacyUrl }: AppAbout): Html {
  return html`${termsLine('Terms of service', termsUrl)}${termsLine('Privacy policy', privacyUrl)}`
}

function termsLine(subject: string, url: string): Html {
  return isWebUrl(url)
    ? html`<p class="quiet">${subject} of the app: ${publicLink(url)}</p>
`
    : html``
}

/** A link with the URL as its text. Another text could mislead the user about the target of the link. */
function publicLink(url: string): Html {
  return html`<a href="${url}" rel="nofollow noreferrer">${url}</a>`
}

/**
 * True for an HTTP URL. The commands that store URLs already refuse other URLs. Pages check again, because a link
 * with another scheme could run code.
 */
function isWebUrl(url: string): boolean {
  return /^https?:\/\//i.test(url)
}

function signedInAs(screenName: string, otherwise: string): Html {
  return html`<p>You are signed in as <strong>@${screenName}</strong>.
<a href="${otherwise}">Use another account</a></p>`
}

function whereTo(target: string | undefined): string {
  if (target === undefined) return 'You will be shown a PIN for the app.'
  const { host, protocol } = new URL(target)
  return `You will be sent back to ${host === '' ? protocol : host}.`
}
