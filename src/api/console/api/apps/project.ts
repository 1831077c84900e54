/** /console/api/apps/:app_id/project: the project of an app (spec/console.md#projects). */
import { Type } from 'typebox'
import { moveApp } from '../../../../domain/apps/own/own-apps.ts'
import { APP, APP_ID, appBody } from '../../_apps/own-app.ts'
import { ownProjectId } from '../../_apps/own-project.ts'
import { consoleBody } from '../../_body.ts'
import { consoleEndpoint, jsonAnswer } from '../../_family.ts'
import { ownApp } from '../../_own-app.ts'

const MOVE = consoleBody(
  Type.Object({ project_id: Type.Union([Type.String({ maxLength: 20 }), Type.Null()]) }),
)

export const moveOwnApp = consoleEndpoint({
  method: 'PUT',
  paths: ['/console/api/apps/:app_id/project'],
  summary: 'Moves an app to a project, or out of its project.',
  params: APP_ID,
  body: MOVE.spec,
  answers: [{ schema: APP }],
  errors: ['app-not-found', 'field-invalid', 'project-not-found', 'apps-too-many'],
  async handle({ services, caller, params, json }) {
    const app = await ownApp(services, caller, params.app_id ?? '')
    const { project_id } = MOVE.read(json)
    await moveApp(services, app.id, project_id === null ? undefined : ownProjectId(project_id))
    return jsonAnswer(await appBody(services, app))
  },
})
