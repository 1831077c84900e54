/** /console/api/operator/projects: projects of all owners (spec/console.md#projects-at-the-desk). */
import { Type } from 'typebox'
import { findUser } from '../../../../domain/accounts/user.ts'
import { listProjects } from '../../../../domain/apps/projects/list-projects.ts'
import { createProject } from '../../../../domain/apps/projects/projects.ts'
import { count, optionalId, optionalText } from '../../../../http/params.ts'
import { consoleBody } from '../../_body.ts'
import { jsonAnswer } from '../../_family.ts'
import { operatorEndpoint } from '../../_operator/endpoint.ts'
import { namedUser, screenNameIn } from '../../_operator/named-user.ts'
import { DESK_PROJECT, deskProject } from '../../_operator/projects/projects.ts'

const PATH = '/console/api/operator/projects'

export const listDeskProjects = operatorEndpoint({
  paths: [PATH],
  summary: 'Projects of all owners or of one owner, oldest first.',
  params: {
    owner: optionalText('The screen name of the owner, with or without @.'),
    after: optionalId('Id of the last project of the previous page.'),
    count: count({ default: 50, max: 200 }),
  },
  answers: [
    {
      schema: Type.Object({
        projects: Type.Array(DESK_PROJECT),
        next: Type.Union([Type.String(), Type.Null()], { description: 'The `after` of the next page.' }),
      }),
    },
  ],
  errors: ['field-invalid'],
  async handle({ services: { store }, params: { owner = '', after, count } }) {
    const screenName = screenNameIn(owner)
    const user = screenName === '' ? undefined : await findUser(store, { screenName })
    if (screenName !== '' && user === undefined) return jsonAnswer({ projects: [], next: null })
    const { items, next } = await listProjects(store, user?.id, { after, count })
    return jsonAnswer({ projects: items.map(deskProject), next })
  },
})

const NEW = consoleBody(
  Type.Object({
    // This limit is greater than the limit of the domain. Longer names therefore get the error of the domain, which
    // names the limit.
    name: Type.String({ maxLength: 2_000 }),
    username: Type.String({ maxLength: 50, description: 'Screen name of the owner, with or without @.' }),
  }),
)

export const addDeskProject = operatorEndpoint({
  method: 'POST',
  paths: [PATH],
  summary: 'Creates a project without apps for a user.',
  params: {},
  body: NEW.spec,
  answers: [{ status: 201, schema: Type.Object({ id: Type.String(), name: Type.String() }) }],
  errors: ['field-invalid', 'user-not-found', 'name-too-long', 'name-invalid', 'projects-too-many'],
  async handle({ services, json }) {
    const { name, username } = NEW.read(json)
    const { id: ownerId } = await namedUser(services, username)
    const project = await createProject(services, { name: name.trim(), ownerId })
    return jsonAnswer({ id: project.id, name: project.name }, { status: 201 })
  },
})
