/** /console/api/operator/apps: apps of all owners (spec/console.md#apps-at-the-desk). */
import { Type } from 'typebox'
import { deleteApp } from '../../../../domain/apps/deletion/delete-app.ts'
import { changeLabsEnrolment, findEnrolment } from '../../../../domain/apps/enrolment.ts'
import { updateApp } from '../../../../domain/apps/update-app.ts'
import { count, optionalId, optionalText } from '../../../../http/params.ts'
import { idIn } from '../../../1.1/_id.ts'
import { appFields, DETAIL_CHANGES, DETAIL_ERRORS } from '../../_apps/own-app.ts'
import { consoleBody } from '../../_body.ts'
import { DONE, doneAnswer, jsonAnswer } from '../../_family.ts'
import { APP_PAGE, appPage } from '../../_operator/app-page.ts'
import { APP_PERMISSIONS, DESK_APP, deskApp, LEVEL } from '../../_operator/apps.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { findDeskApps } from '../../_operator/find-apps.ts'
import { REASON } from '../../_operator/moderation.ts'
import { ConsoleProblem } from '../../_problems.ts'

const PATH = '/console/api/operator/apps'
const ONE = `${PATH}/:app_id`
const APP_ID = { app_id: optionalText('The id of an app.') }

export const listDeskApps = operatorEndpoint({
  paths: [PATH],
  summary: 'Apps of all owners, the oldest first: by id, by the name of the owner, or by a part of the name.',
  params: {
    q: optionalText('An id, `@` and the screen name of an owner, or a part of a name.'),
    after: optionalId('Id of the last app of the previous page.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        apps: Type.Array(DESK_APP),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services, params: { q = '', after, count } }) {
    const { items, next } = await findDeskApps(services, q.trim(), { after, count })
    return jsonAnswer({ apps: items.map(deskApp), next })
  },
})

export const showDeskApp = operatorEndpoint({
  paths: [ONE],
  summary: 'An app with its limits, its webhooks and the actions of operators, without secrets.',
  params: APP_ID,
  answers: [{ schema: APP_PAGE }],
  errors: ['app-not-found'],
  async handle({ services, params }) {
    return jsonAnswer(await appPage(services, appIdIn(params.app_id)))
  },
})

const CHANGES = consoleBody(
  Type.Object({
    ...DETAIL_CHANGES,
    permissions: Type.Optional(APP_PERMISSIONS),
    level: Type.Optional(LEVEL),
    may_read_email: Type.Optional(Type.Boolean()),
    is_in_labs: Type.Optional(Type.Boolean()),
    reason: REASON,
  }),
)

export const changeDeskApp = operatorEndpoint({
  method: 'PUT',
  paths: [ONE],
  summary: 'Changes details, rights and limits of an app, with a reason. Omitted members do not change.',
  params: APP_ID,
  body: CHANGES.spec,
  answers: [DONE],
  errors: [...DETAIL_ERRORS, 'app-not-found'],
  async handle({ services, params, json }) {
    const { name, permissions, level, is_in_labs, reason: typed, ...fields } = CHANGES.read(json)
    const id = appIdIn(params.app_id)
    const reason = typed.trim()
    const changes = {
      ...appFields(fields),
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(permissions === undefined ? {} : { permissions }),
      ...(level === undefined ? {} : { level }),
    }
    await updateApp(services, id, changes, reason)
    const { isInLabs } = await findEnrolment(services.store, id)
    if (is_in_labs !== undefined && is_in_labs !== isInLabs)
      await changeLabsEnrolment(services, id, is_in_labs, reason)
    return doneAnswer()
  },
})

const DELETION = consoleBody(
  Type.Object({
    name: Type.String({ maxLength: 2_000, description: 'The name of the app, typed again.' }),
    reason: REASON,
  }),
)

export const deleteDeskApp = operatorEndpoint({
  method: 'DELETE',
  paths: [ONE],
  summary: 'Deletes an app, with a reason. Its keys and tokens stop working immediately.',
  params: APP_ID,
  body: DELETION.spec,
  answers: [DONE],
  errors: ['field-invalid', 'app-not-found', 'app-name-not-confirmed'],
  async handle({ services, params, json }) {
    const { name, reason } = DELETION.read(json)
    await deleteApp(services, appIdIn(params.app_id), name, reason.trim())
    return doneAnswer()
  },
})

/** @throws {ConsoleProblem} `app-not-found` */
function appIdIn(text = ''): bigint {
  const id = idIn(text)
  if (id === undefined) throw new ConsoleProblem('app-not-found')
  return id
}
