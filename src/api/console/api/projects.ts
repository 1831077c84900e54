/** /console/api/projects: the projects of the caller's network user (spec/console.md#projects). */
import { Type } from 'typebox'
import { deleteProject, updateProject } from '../../../domain/apps/projects/change-project.ts'
import { createProject, findProjectsOf } from '../../../domain/apps/projects/projects.ts'
import { optionalText } from '../../../http/params.ts'
import { PROJECT, projectBody } from '../_apps/own-app.ts'
import { ownProject } from '../_apps/own-project.ts'
import { consoleBody } from '../_body.ts'
import { consoleEndpoint, DONE, doneAnswer, jsonAnswer } from '../_family.ts'
import { networkUserOf } from '../_own-app.ts'

const PROJECTS = '/console/api/projects'
const PROJECT_ID = { project_id: optionalText('The id of the project.') }

const TEXT = Type.String({ maxLength: 2_000 })
const NEW_PROJECT = consoleBody(
  Type.Object({ name: TEXT, use_case: Type.Optional(TEXT), description: Type.Optional(TEXT) }),
)
const CHANGES = consoleBody(Type.Partial(Type.Object({ name: TEXT, use_case: TEXT, description: TEXT })))
const FIELD_ERRORS = [
  'field-invalid',
  'name-too-long',
  'name-invalid',
  'use-case-invalid',
  'description-invalid',
] as const

export const listOwnProjects = consoleEndpoint({
  paths: [PROJECTS],
  summary: 'All projects of the caller, oldest first.',
  params: {},
  answers: [{ schema: Type.Object({ projects: Type.Array(PROJECT) }) }],
  async handle({ services, caller: { userId } }) {
    const projects = userId === undefined ? [] : await findProjectsOf(services.store, userId)
    return jsonAnswer({ projects: projects.map(projectBody) })
  },
})

export const addOwnProject = consoleEndpoint({
  method: 'POST',
  paths: [PROJECTS],
  summary: 'Creates a project without apps.',
  params: {},
  body: NEW_PROJECT.spec,
  answers: [{ status: 201, schema: PROJECT }],
  errors: [...FIELD_ERRORS, 'no-network-user', 'projects-too-many'],
  async handle({ services, caller, json }) {
    const { name, use_case: useCase = '', description = '' } = NEW_PROJECT.read(json)
    const project = await createProject(services, {
      ownerId: networkUserOf(caller),
      name: name.trim(),
      useCase: useCase.trim(),
      description: description.trim(),
    })
    return jsonAnswer(projectBody(project), { status: 201 })
  },
})

export const changeOwnProject = consoleEndpoint({
  method: 'PUT',
  paths: [`${PROJECTS}/:project_id`],
  summary: 'Changes a project. Omitted members do not change.',
  params: PROJECT_ID,
  body: CHANGES.spec,
  answers: [{ schema: PROJECT }],
  errors: ['project-not-found', ...FIELD_ERRORS],
  async handle({ services, caller, params, json }) {
    const { id } = await ownProject(services, caller, params.project_id ?? '')
    const { name, use_case: useCase, description } = CHANGES.read(json)
    const project = await updateProject(services, id, {
      ...(name === undefined ? {} : { name: name.trim() }),
      ...(useCase === undefined ? {} : { useCase: useCase.trim() }),
      ...(description === undefined ? {} : { description: description.trim() }),
    })
    return jsonAnswer(projectBody(project))
  },
})

export const deleteOwnProject = consoleEndpoint({
  method: 'DELETE',
  paths: [`${PROJECTS}/:project_id`],
  summary: 'Deletes a project without apps.',
  params: PROJECT_ID,
  answers: [DONE],
  errors: ['project-not-found', 'project-not-empty'],
  async handle({ services, caller, params }) {
    await deleteProject(services, (await ownProject(services, caller, params.project_id ?? '')).id)
    return doneAnswer()
  },
})
