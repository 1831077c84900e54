/** /console/api/apps: the apps of the caller's network user (spec/console.md#apps). */
import { Type } from 'typebox'
import { findAppsOf, MAX_APPS_OF_OWNER, requireApp } from '../../../domain/apps/app.ts'
import { deleteApp } from '../../../domain/apps/deletion/delete-app.ts'
import { createOwnApp, MAX_STANDALONE_APPS, projectsOfApps } from '../../../domain/apps/own/own-apps.ts'
import { updateApp } from '../../../domain/apps/update-app.ts'
import {
  APP,
  APP_CHANGES,
  APP_FIELD_ERRORS,
  APP_ID,
  APP_SUMMARY,
  appBody,
  appFields,
  NEW_APP,
  NEW_BEARER,
  NEW_KEYS,
  timeText,
} from '../_apps/own-app.ts'
import { ownProjectId } from '../_apps/own-project.ts'
import { consoleBody } from '../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../_family.ts'
import { networkUserOf, ownApp } from '../_own-app.ts'

const APPS = '/console/api/apps'
const ONE = `${APPS}/:app_id`

export const listOwnApps = consoleEndpoint({
  paths: [APPS],
  summary: 'All apps of the caller, oldest first, with the limits.',
  params: {},
  answers: [
    {
      schema: Type.Object({
        apps: Type.Array(APP_SUMMARY),
        max_apps: Type.Integer(),
        max_standalone_apps: Type.Integer(),
      }),
    },
  ],
  async handle({ services, caller }) {
    const { userId } = caller
    const apps = userId === undefined ? [] : await findAppsOf(services.store, userId)
    const projects = userId === undefined ? undefined : await projectsOfApps(services.store, userId)
    return jsonAnswer({
      apps: apps.map((app) => ({
        id: app.id,
        name: app.name,
        description: app.description,
        permissions: app.permissions,
        project_id: projects?.get(app.id) ?? null,
        created_at: timeText(app.createdAt),
        is_suspended: app.suspendedAt !== null,
      })),
      max_apps: MAX_APPS_OF_OWNER,
      max_standalone_apps: MAX_STANDALONE_APPS,
    })
  },
})

export const addOwnApp = consoleEndpoint({
  method: 'POST',
  paths: [APPS],
  summary: 'Creates an app. The response has the secrets, which are shown only once.',
  params: {},
  body: NEW_APP.spec,
  answers: [
    { status: 201, schema: Type.Object({ app: APP, ...NEW_KEYS.properties, ...NEW_BEARER.properties }) },
  ],
  errors: [...APP_FIELD_ERRORS, 'no-network-user', 'project-not-found', 'apps-too-many'],
  async handle({ services, caller, json }) {
    const sent = NEW_APP.read(json)
    const ownerId = networkUserOf(caller)
    const created = await createOwnApp(services, {
      ...appFields(sent),
      name: sent.name.trim(),
      permissions: sent.permissions,
      ownerId,
      projectId: sent.project_id === null ? undefined : ownProjectId(sent.project_id),
    })
    const app = await requireApp(services.store, created.appId)
    const secrets = {
      consumer_key: created.consumerKey,
      consumer_secret: created.consumerSecret,
      bearer_token: created.bearerToken,
    }
    return jsonAnswer({ app: await appBody(services, app), ...secrets }, { status: 201 })
  },
})

export const showOwnApp = consoleEndpoint({
  paths: [ONE],
  summary: 'An app with its settings.',
  params: APP_ID,
  answers: [{ schema: APP }],
  errors: ['app-not-found'],
  async handle({ services, caller, params }) {
    return jsonAnswer(await appBody(services, await ownApp(services, caller, params.app_id ?? '')))
  },
})

export const changeOwnApp = consoleEndpoint({
  method: 'PUT',
  paths: [ONE],
  summary: 'Changes settings of an app. Omitted members do not change.',
  params: APP_ID,
  body: APP_CHANGES.spec,
  answers: [{ schema: APP }],
  errors: ['app-not-found', ...APP_FIELD_ERRORS],
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    const { name, permissions, ...sent } = APP_CHANGES.read(json)
    const { app } = await updateApp(services, id, {
      ...appFields(sent),
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(permissions === undefined ? {} : { permissions }),
    })
    return jsonAnswer(await appBody(services, app))
  },
})

const TYPED = consoleBody(
  Type.Object({ name: Type.String({ maxLength: 2_000, description: 'The name of the app, typed again.' }) }),
)

export const deleteOwnApp = consoleEndpoint({
  method: 'DELETE',
  paths: [ONE],
  summary: 'Deletes an app. Its keys and tokens stop working immediately.',
  params: APP_ID,
  body: TYPED.spec,
  answers: [DONE],
  errors: ['app-not-found', 'field-invalid', 'app-name-not-confirmed'],
  async handle({ services, caller, params, json }) {
    const { id } = await ownApp(services, caller, params.app_id ?? '')
    await deleteApp(services, id, TYPED.read(json).name)
    return doneAnswer()
  },
})
