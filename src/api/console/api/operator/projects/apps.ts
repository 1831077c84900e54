/**
 * POST /console/api/operator/projects/:project_id/apps: moves an app into a project
 * (spec/console.md#projects-at-the-desk).
 */
import { Type } from 'typebox'
import { addAppToProject } from '../../../../../domain/apps/projects/projects.ts'
import { optionalText } from '../../../../../http/params.ts'
import { idIn } from '../../../../1.1/_id.ts'
import { ownProjectId } from '../../../_apps/own-project.ts'
import { consoleBody } from '../../../_body.ts'
import { DONE, doneAnswer } from '../../../_family.ts'
import { operatorEndpoint } from '../../../_operator/endpoint.ts'
import { ConsoleProblem } from '../../../_problems.ts'

const BODY = consoleBody(Type.Object({ app_id: Type.String({ maxLength: 20 }) }))

export const addAppToDeskProject = operatorEndpoint({
  method: 'POST',
  paths: ['/console/api/operator/projects/:project_id/apps'],
  summary: 'Moves an app into a project. The app leaves its former project.',
  params: { project_id: optionalText('The id of a project.') },
  body: BODY.spec,
  answers: [DONE],
  errors: ['field-invalid', 'project-not-found', 'app-not-found'],
  async handle({ services, params, json }) {
    const appId = idIn(BODY.read(json).app_id)
    if (appId === undefined) throw new ConsoleProblem('app-not-found')
    await addAppToProject(services, ownProjectId(params.project_id ?? ''), appId)
    return doneAnswer()
  },
})
