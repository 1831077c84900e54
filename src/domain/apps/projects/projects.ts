/** Projects (spec/console.md#projects). An app needs a project for access to API v2. */

import type { Selectable } from 'kysely'
import { query } from '../../../db/query.ts'
import type { ProjectsTable } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { append } from '../../../log/append.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { requireUser } from '../../accounts/user.ts'
import { type AuditStamp, type AuditSubject, auditStamp, recordAudit } from '../../audit/record-audit.ts'
import { type Context, Refusal } from '../../context.ts'
import { isPlainText } from '../../plain-text.ts'
import { type App, requireApp } from '../app.ts'

export interface Project {
  readonly id: bigint
  readonly ownerId: bigint
  readonly name: string
  /** Free text, such as `research`; may be empty. */
  readonly useCase: string
  /** May be empty. */
  readonly description: string
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/** The fields of a project that its owner chooses. */
export type ProjectDetails = Pick<Project, 'name' | 'useCase' | 'description'>

/** In code points. */
const MAX_NAME_LENGTH = 50
/** In code points. */
const MAX_USE_CASE_LENGTH = 50
/** In code points. */
const MAX_DESCRIPTION_LENGTH = 200

/** Maximum number of projects that a user can own. */
export const MAX_PROJECTS_OF_OWNER = 100

/**
 * Validates the given details; undefined details are skipped.
 * @throws {Refusal} `name-too-long`, `name-invalid`, `use-case-invalid`, `description-invalid`
 */
export function checkProjectDetails({ name, useCase = '', description = '' }: Partial<ProjectDetails>): void {
  if (name !== undefined) checkName(name)
  if ([...useCase].length > MAX_USE_CASE_LENGTH || !isPlainText(useCase)) {
    throw new Refusal(
      'use-case-invalid',
      `a use case has at most ${MAX_USE_CASE_LENGTH} characters on one line`,
    )
  }
  if ([...description].length > MAX_DESCRIPTION_LENGTH || !isPlainText(description)) {
    throw new Refusal(
      'description-invalid',
      `a project's description has at most ${MAX_DESCRIPTION_LENGTH} characters on one line`,
    )
  }
}

function checkName(name: string): void {
  if (name === '' || [...name].length > MAX_NAME_LENGTH) {
    throw new Refusal('name-too-long', `a project's name has 1 to ${MAX_NAME_LENGTH} characters`)
  }
  if (!isPlainText(name)) {
    throw new Refusal('name-invalid', "a project's name cannot have line breaks or other control characters")
  }
}

/**
 * Creates a project without apps.
 * @throws {Refusal} `user-not-found`, `projects-too-many`, and as {@link checkProjectDetails}
 */
export async function createProject(
  context: Context,
  input: Pick<Project, 'name' | 'ownerId'> & Partial<ProjectDetails>,
): Promise<Project> {
  checkProjectDetails(input)
  const id = await context.ids.make()
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  return context.store.write((tx) => createProjectIn(tx, now, { ...input, id, stamp }))
}

/** A checked project, which is not stored yet. */
interface PreparedProject
  extends Pick<Project, 'id' | 'name' | 'ownerId'>,
    Partial<Omit<ProjectDetails, 'name'>> {
  readonly stamp: AuditStamp | undefined
}

/** Stores a checked project inside a transaction. @throws {Refusal} `user-not-found`, `projects-too-many` */
export async function createProjectIn(tx: Tx, now: number, prepared: PreparedProject): Promise<Project> {
  const { id, stamp, name, ownerId, useCase = '', description = '' } = prepared
  await lockUsers(tx, [ownerId])
  await requireUser(tx, { id: ownerId })
  if ((await findProjectsOf(tx, ownerId)).length >= MAX_PROJECTS_OF_OWNER) {
    throw new Refusal(
      'projects-too-many',
      `a user has at most ${MAX_PROJECTS_OF_OWNER} projects; delete an empty one first`,
    )
  }
  await tx.run(insertProject, { id, ownerId, name, useCase, description, now })
  await recordAudit(tx, stamp, {
    ...{ action: 'project.create', subject: projectSubject({ id, name }) },
    details: { owner_id: ownerId },
  })
  append(tx, now, { kind: 'project.changed', project_id: id, change: 'created' })
  return { id, ownerId, name, useCase, description, createdAt: now }
}

/** The project with an id. @throws {Refusal} `project-not-found` */
export async function requireProject(reader: Reader, id: bigint): Promise<Project> {
  const row = await reader.first(projectById, { id })
  if (row === undefined) throw new Refusal('project-not-found', `there is no project with the id ${id}`)
  return projectOf(row)
}

/** The projects of a user, oldest first. */
export async function findProjectsOf(reader: Reader, ownerId: bigint): Promise<readonly Project[]> {
  return (await reader.rows(projectsByOwner, { ownerId })).map(projectOf)
}

/**
 * Moves an app into a project. An app is in at most one project.
 * @throws {Refusal} `project-not-found`, `app-not-found`
 */
export async function addAppToProject(context: Context, projectId: bigint, appId: bigint): Promise<void> {
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockProject(tx, projectId)
    const project = await requireProject(tx, projectId)
    const app = await requireApp(tx, appId)
    await addAppIn(tx, now, { project, app, stamp })
  })
}

/** As {@link putAppIn}, with an entry in the audit log. */
export async function addAppIn(
  tx: Tx,
  now: number,
  { project, app, stamp }: { project: Project; app: Pick<App, 'id' | 'name'>; stamp: AuditStamp | undefined },
): Promise<void> {
  await putAppIn(tx, now, project.id, app.id)
  await recordAudit(tx, stamp, {
    ...{ action: 'project.add_app', subject: projectSubject(project) },
    details: { app_id: app.id, app: app.name },
  })
}

function projectSubject({ id, name }: Pick<Project, 'id' | 'name'>): AuditSubject {
  return { kind: 'project', key: id, name }
}

/** Moves an app into a project inside a transaction. The caller must have locked and read the project. */
export async function putAppIn(tx: Tx, now: number, projectId: bigint, appId: bigint): Promise<void> {
  await tx.run(putApp, { projectId, appId })
  append(tx, now, { kind: 'project.changed', project_id: projectId, change: 'app_added' })
}

/** Removes an app from its project inside a transaction. @returns false for an app without a project */
export async function removeAppIn(tx: Tx, now: number, appId: bigint): Promise<boolean> {
  const project = await findProjectOfApp(tx, appId)
  if (project === undefined) return false
  await tx.run(removeApp, { appId })
  append(tx, now, { kind: 'project.changed', project_id: project.id, change: 'app_removed' })
  return true
}

/** The project of an app; undefined for an app without a project. */
export async function findProjectOfApp(reader: Reader, appId: bigint): Promise<Project | undefined> {
  const row = await reader.first(projectOfApp, { appId })
  return row === undefined ? undefined : projectOf(row)
}

/** Converts a stored project. */
export function projectOf(row: Selectable<ProjectsTable>): Project {
  return {
    id: row.id,
    ownerId: row.owner_id,
    name: row.name,
    useCase: row.use_case,
    description: row.description,
    createdAt: row.created_at,
  }
}

/** Locks the row of the project until the transaction ends; the lock applies to all processes. */
export async function lockProject(tx: Tx, id: bigint): Promise<void> {
  await tx.rows(lockedProject, { id })
}

const insertProject = query<{
  id: bigint
  ownerId: bigint
  name: string
  useCase: string
  description: string
  now: number
}>()((k, p) =>
  k.insertInto('projects').values({
    id: p('id'),
    owner_id: p('ownerId'),
    name: p('name'),
    use_case: p('useCase'),
    description: p('description'),
    created_at: p('now'),
  }),
)

const projectById = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('projects').selectAll().where('id', '=', p('id')),
)

// Uses the index projects_owner.
const projectsByOwner = query<{ ownerId: bigint }>()((k, p) =>
  k
    .selectFrom('projects')
    .selectAll()
    .where('owner_id', '=', p('ownerId'))
    .orderBy('id')
    .limit(MAX_PROJECTS_OF_OWNER),
)

const removeApp = query<{ appId: bigint }>()((k, p) =>
  k.deleteFrom('project_apps').where('app_id', '=', p('appId')),
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
    .selectAll('projects')
    .where('project_apps.app_id', '=', p('appId')),
)
