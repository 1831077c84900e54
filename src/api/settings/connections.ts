/** GET and POST settings/connections: the apps that a user has authorized (spec/console.md#connected-apps). */
import { type ConnectedApp, connectedApps } from '../../domain/apps/connected-apps.ts'
import { revokeAppOfUser } from '../../domain/apps/revoke-app-of-user.ts'
import { Refusal } from '../../domain/context.ts'
import { optionalId, optionalText } from '../../http/params.ts'
import { type Html, html } from '../../text/html.ts'
import { actionsOf } from '../_oauth2/scope-words.ts'
import { pageEndpoint, SENDS_ON } from '../_pages/family.ts'
import { FORM_TOKEN_FIELD, formTokenField, requireOwnForm } from '../_pages/form-token.ts'
import { pageAnswer, redirectAnswer } from '../_pages/page.ts'
import { type Visitor, visitorOf } from '../_pages/visitor.ts'
import type { Services } from '../_services.ts'
import { LEVEL_NAMES } from '../oauth/_permissions.ts'
import { CONNECTIONS_PATH, signInPage } from './_sign-in-page.ts'
import { signOutForm } from './_sign-out-form.ts'

export const settingsConnections = pageEndpoint({
  method: 'GET',
  paths: [CONNECTIONS_PATH],
  summary: 'The page of the apps that a user has authorized.',
  params: {},
  async handle(call) {
    const { services } = call
    const visitor = await visitorOf(services, call)
    if (visitor.user === undefined) return signInPage(call, visitor)
    const apps = await connectedApps(services.store, visitor.user.id, services.clock.now())
    const list = apps.map((app) => appItem(services, visitor, app))
    const main = html`<div class="row"><p>You are signed in as <strong>@${visitor.user.screenName}</strong>.</p>
${signOutForm(services, visitor)}</div>
${apps.length === 0 ? html`<p>No app may act for you.</p>` : html`<ul class="apps">${list}</ul>`}`
    return pageAnswer(200, { title: 'Connected apps', main }, visitor.headers)
  },
})

export const settingsConnectionsRevocation = pageEndpoint({
  method: 'POST',
  paths: [CONNECTIONS_PATH],
  summary: 'Revokes the authorization of an app.',
  params: {
    app_id: optionalId('The app.'),
    [FORM_TOKEN_FIELD]: optionalText('CSRF token of the form.'),
  },
  answers: [SENDS_ON],
  async handle(call) {
    const { services, params } = call
    const appId = params.app_id ?? 0n
    const visitor = await visitorOf(services, call)
    requireOwnForm(services, call, visitor, actOf(appId), params[FORM_TOKEN_FIELD])
    if (visitor.user !== undefined) await revoke(services, appId, visitor.user.id)
    return redirectAnswer(CONNECTIONS_PATH, visitor.headers)
  },
})

async function revoke(services: Services, appId: bigint, userId: bigint): Promise<void> {
  try {
    await revokeAppOfUser(services, { appId, userId })
  } catch (error) {
    // Another window has already revoked the access. The requested state exists.
    if (!(error instanceof Refusal)) throw error
  }
}

function actOf(appId: bigint): string {
  return `revoke:${appId}`
}

function appItem(services: Services, visitor: Visitor, app: ConnectedApp): Html {
  const { id, name, owner, permissions, scopes, since } = app
  const day = new Date(since).toISOString().slice(0, 10)
  return html`<li class="row">
<div><strong><bdi>${name}</bdi></strong> by @${owner}<br>
<span class="quiet">${permissions === undefined ? 'connected' : LEVEL_NAMES[permissions]}, since <time datetime="${day}">${day}</time></span>${rightsOf(scopes)}</div>
<form method="post" action="${CONNECTIONS_PATH}">
${formTokenField(services, visitor, actOf(id))}
<input type="hidden" name="app_id" value="${id}">
<button class="danger" aria-label="Revoke access of ${name}">Revoke access</button>
</form></li>`
}

function rightsOf(scopes: ConnectedApp['scopes']): Html | false {
  return (
    scopes.length > 0 &&
    html`<br>
<span class="quiet">${actionsOf(scopes).join('; ')}</span>`
  )
}
