/** Projects (spec/console.md#projects): an app needs one for access to API v2. */
import { query } from '../../db/query.ts'
import type { Reader, Tx } from '../../db/store.ts'
import { append } from '../../log/append.ts'
import { requireUser } from '../accounts/user.ts'
import { type Context, Refusal } from '../context.ts'
import { isPlainText } from '../plain-text.ts'
import { requireApp } from './app.ts'

export interface Project {
  readonly id: bigint
  readonly ownerId: bigint
  readonly name: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

const MAX_NAME_LENGTH = 50

/** Creates a project without apps. @throws {Refusal} `user-not-found`, `name-too-long`, `name-invalid` */
export async function createProject(
  context: Context,
  input: { readonly name: string; readonly ownerId: bigint },
): Promise<Project> {
  const { name, ownerId } = input
  if (name === '' || [...name].length > MAX_NAME_LENGTH) {
    throw new Refusal('name-too-long', `a project's name has 1 to ${MAX_NAME_LENGTH} characters`)
  }
  if (!isPlainText(name)) {
    throw new Refusal('name-invalid', "a project's name cannot have line breaks or other control characters")
  }
  const id = await context.ids.make()
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await requireUser(tx, { id: ownerId })
    await tx.run(insertProject, { id, ownerId, name, now })
    append(tx, now, { kind: 'project.changed', project_id: id, change: 'created' })
    return { id, ownerId, name, createdAt: now }
  })
}

/**
 * Moves an app into a project; an app is in one project at most.
 * @throws {Refusal} `project-not-found`, `app-not-found`
 */
export async function addAppToProject(context: Context, projectId: bigint, appId: bigint): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    if ((await tx.first(projectById, { id: projectId })) === undefined) {
      throw new Refusal('project-not-found', `there is no project with the id ${projectId}`)
    }
    await requireApp(tx, appId)
    await tx.run(putApp, { projectId, appId })
    append(tx, now, { kind: 'project.changed', project_id: projectId, change: 'app_added' })
  })
}

/** The project of an app; undefined for an app without one. */
export async function findProjectOfApp(reader: Reader, appId: bigint): Promise<Project | undefined> {
  const row = await reader.first(projectOfApp, { appId })
  return row === undefined
    ? undefined
    : { id: row.id, ownerId: row.owner_id, name: row.name, createdAt: row.created_at }
}

/** Locks the project's row until the transaction ends, across processes. */
export async function lockProject(tx: Tx, id: bigint): Promise<void> {
  await tx.rows(lockedProject, { id })
}

const insertProject = query<{ id: bigint; ownerId: bigint; name: string; now: number }>()((k, p) =>
  k.insertInto('projects').values({
    id: p('id'),
    owner_id: p('ownerId'),
    name: p('name'),
    created_at: p('now'),
  }),
)

const projectById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('projects').select('id').where('id', '=', p('id')),
)

const lockedProject = query<{ id: bigint }>()((k, p, engine) => {
  const row = k.selectFrom('projects').select('id').where('id', '=', p('id'))
  return engine === 'postgres' ? row.forUpdate() : row
})

const putApp = query<{ projectId: bigint; appId: bigint }>()((k, p) =>
  k
    .insertInto('project_apps')
    .values({ app_id: p('appId'), project_id: p('projectId') })
    .onConflict((conflict) =>
      conflict.column('app_id').doUpdateSet((eb) => ({ project_id: eb.ref('excluded.project_id') })),
    ),
)

const projectOfApp = query<{ appId: bigint }>()((k, p) =>
  k
    .selectFrom('project_apps')
    .innerJoin('projects', 'projects.id', 'project_apps.project_id')
    .select(['projects.id', 'projects.owner_id', 'projects.name', 'projects.created_at'])
    .where('project_apps.app_id', '=', p('appId')),
)
