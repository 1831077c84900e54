/** The page of an app at the desk (spec/console.md#apps-at-the-desk). */
import { Type } from 'typebox'
import { showApp } from '../../../domain/apps/list-apps.ts'
import { environmentsOf } from '../../../domain/webhooks/environments.ts'
import { webhooksOfApp } from '../../../domain/webhooks/webhook.ts'
import type { Services } from '../../_services.ts'
import { APP_LIMITS, appLimits, DESK_APP, deskApp } from './apps.ts'
import { AUDIT_ENTRY } from './audit.ts'
import { historyOf } from './moderation.ts'

export const APP_PAGE = Type.Object({
  app: DESK_APP,
  description: Type.String(),
  url: Type.String(),
  callback_urls: Type.Array(Type.String()),
  has_bearer_token: Type.Boolean(),
  is_in_labs: Type.Boolean(),
  client_type: Type.Union([Type.String(), Type.Null()], {
    description: 'Kind of OAuth 2.0 client: `public` or `confidential`; null for an app without OAuth 2.0.',
  }),
  project: Type.Union([Type.Object({ id: Type.String(), name: Type.String() }), Type.Null()], {
    description: 'Null for a standalone app.',
  }),
  limits: APP_LIMITS,
  webhooks: Type.Array(
    Type.Object({
      id: Type.String(),
      url: Type.String(),
      environment: Type.String({ description: 'Empty for a webhook without an environment.' }),
      is_valid: Type.Boolean(),
    }),
  ),
  environments: Type.Array(Type.String(), { description: 'Environments of webhooks, sorted.' }),
  history: Type.Array(AUDIT_ENTRY, { description: 'The newest 50 entries of the audit log.' }),
})

/** Renders an object of the schema {@link APP_PAGE}. @throws {Refusal} `app-not-found` */
export async function appPage(services: Pick<Services, 'store'>, id: bigint) {
  const { store } = services
  const found = await showApp(store, id)
  const { app, enrolment, client, project } = found
  const [webhooks, environments, history] = await Promise.all([
    webhooksOfApp(store, id),
    environmentsOf(store, id),
    historyOf(services, { kind: 'app', id }),
  ])
  return {
    app: deskApp(found),
    ...{ description: app.description, url: app.url, callback_urls: app.callbackUrls },
    has_bearer_token: app.hasBearer,
    is_in_labs: enrolment.isInLabs,
    client_type: client?.type ?? null,
    project: project === undefined ? null : { id: project.id, name: project.name },
    limits: appLimits(app.level),
    webhooks: webhooks.map(({ id: webhookId, url, environment, isValid }) => ({
      ...{ id: webhookId, url, environment, is_valid: isValid },
    })),
    environments,
    history,
  }
}
