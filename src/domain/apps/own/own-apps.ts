/** Creates and moves apps in the console, within the limits of their owners (spec/console.md#apps). */
import { query } from '../../../db/query.ts'
import type { Reader, Tx } from '../../../db/store.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { type Context, Refusal } from '../../context.ts'
import { type App, lockApp, MAX_APPS_OF_OWNER, requireApp } from '../app.ts'
import { type AppAbout, checkAppAbout, NO_ABOUT, setAppAboutIn } from '../app-about.ts'
import { type CreateAppInput, type CreatedApp, createAppIn, prepareApp } from '../create-app.ts'
import { findProjectOfApp, lockProject, putAppIn, removeAppIn, requireProject } from '../projects/projects.ts'

/** Maximum number of a user's standalone apps: apps outside of projects. */
export const MAX_STANDALONE_APPS = 10

export interface CreateOwnAppInput extends Omit<CreateAppInput, 'level' | 'keys'>, Partial<AppAbout> {
  /** A project of the owner; undefined for a standalone app. */
  readonly projectId: bigint | undefined
}

/**
 * Creates an app within the limits of its owner.
 * @throws {Refusal} `user-not-found`, `apps-too-many`; `project-not-found`, also for a project of another user; and the
 * reasons of `checkAppDetails` and `checkAppAbout`
 */
export async function createOwnApp(context: Context, input: CreateOwnAppInput): Promise<CreatedApp> {
  const { projectId, ownerId } = input
  checkAppAbout(input)
  const prepared = await prepareApp(context, input)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockUsers(tx, [ownerId])
    const apps = await appsWithProjects(tx, ownerId)
    if (apps.length >= MAX_APPS_OF_OWNER) {
      throw new Refusal('apps-too-many', `a user has at most ${MAX_APPS_OF_OWNER} apps; delete one first`)
    }
    if (projectId === undefined) requireRoomOutside(apps)
    else await requireOwnProject(tx, projectId, ownerId)
    const created = await createAppIn(tx, now, prepared)
    const { termsUrl, privacyUrl, organisation, organisationUrl, allowsSignIn } = { ...NO_ABOUT, ...input }
    const about = { termsUrl, privacyUrl, organisation, organisationUrl, allowsSignIn }
    await setAppAboutIn(tx, created.appId, about)
    if (projectId !== undefined) await putAppIn(tx, now, projectId, created.appId)
    return created
  })
}

/**
 * Moves an app to a project of its owner, or out of its project. The usage of past days stays with the former project.
 * @param projectId undefined to make the app standalone
 * @throws {Refusal} `app-not-found`, `apps-too-many`; `project-not-found`, also for a project of another user
 */
export async function moveApp(context: Context, appId: bigint, projectId: bigint | undefined): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    const { ownerId } = await requireApp(tx, appId)
    await lockUsers(tx, [ownerId])
    await lockApp(tx, appId)
    const before = await findProjectOfApp(tx, appId)
    if (before?.id === projectId) return
    if (projectId === undefined) {
      requireRoomOutside(await appsWithProjects(tx, ownerId))
      await removeAppIn(tx, now, appId)
    } else {
      await requireOwnProject(tx, projectId, ownerId)
      await putAppIn(tx, now, projectId, appId)
    }
  })
}

/** The project of each app of a user; undefined for a standalone app. Deleted apps are omitted. */
export async function projectsOfApps(
  reader: Reader,
  ownerId: bigint,
): Promise<ReadonlyMap<App['id'], bigint | undefined>> {
  const rows = await appsWithProjects(reader, ownerId)
  return new Map(rows.map(({ id, project_id }) => [id, project_id ?? undefined]))
}

function requireRoomOutside(apps: readonly { readonly project_id: bigint | null }[]): void {
  if (apps.filter(({ project_id }) => project_id === null).length < MAX_STANDALONE_APPS) return
  throw new Refusal(
    'apps-too-many',
    `a user has at most ${MAX_STANDALONE_APPS} apps outside projects; choose a project, or delete an app first`,
  )
}

async function requireOwnProject(tx: Tx, id: bigint, ownerId: bigint): Promise<void> {
  await lockProject(tx, id)
  const project = await requireProject(tx, id)
  if (project.ownerId === ownerId) return
  throw new Refusal('project-not-found', `there is no project with the id ${id}`)
}

function appsWithProjects(reader: Reader, ownerId: bigint) {
  return reader.rows(appsOfOwner, { ownerId })
}

// Uses the index apps_owner, and for each app the primary key of project_apps.
const appsOfOwner = query<{ ownerId: bigint }>()((k, p) =>
  k
    .selectFrom('apps')
    .leftJoin('project_apps', 'project_apps.app_id', 'apps.id')
    .select(['apps.id', 'project_apps.project_id'])
    .where('apps.owner_id', '=', p('ownerId'))
    .where('apps.deleted_at', 'is', null)
    .orderBy('apps.id'),
)
