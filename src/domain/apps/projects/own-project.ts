/** Adds apps to a project of their owner, so that they have access to API v2 immediately. */
import { query } from '../../../db/query.ts'
import { lockUsers } from '../../accounts/find-users.ts'
import { auditStamp } from '../../audit/record-audit.ts'
import type { Context } from '../../context.ts'
import { requireApp } from '../app.ts'
import { type CreateAppInput, type CreatedApp, createAppIn, prepareApp } from '../create-app.ts'
import {
  addAppIn,
  addAppToProject,
  createProject,
  createProjectIn,
  findProjectOfApp,
  lockProject,
  requireProject,
} from './projects.ts'

const NAME = 'Default project'

/**
 * Adds an app without a project to the oldest project of its owner. Creates a project if the owner has no project.
 * @returns the id of the app's project
 * @throws {Refusal} `app-not-found`
 */
export async function joinOwnProject(context: Context, appId: bigint): Promise<bigint> {
  const { store } = context
  const app = await requireApp(store, appId)
  const joined = await findProjectOfApp(store, appId)
  if (joined !== undefined) return joined.id
  const oldest = await store.first(oldestProject, { ownerId: app.ownerId })
  const { id } = oldest ?? (await createProject(context, { name: NAME, ownerId: app.ownerId }))
  await addAppToProject(context, id, appId)
  return id
}

/**
 * Creates an app in the oldest project of its owner. Creates a project if the owner has no project. All rows are stored
 * in one transaction. So a failure leaves no app whose secrets were never shown.
 * @throws {Refusal} with the reasons of `createApp`
 */
export async function createAppInOwnProject(
  context: Context,
  input: CreateAppInput,
): Promise<CreatedApp & { readonly projectId: bigint }> {
  const { ownerId, name } = input
  const prepared = await prepareApp(context, input)
  const newProject = { id: await context.ids.make(), name: NAME, ownerId, stamp: await auditStamp(context) }
  // Each audit entry needs a separate stamp, which has the id of the entry.
  const stamp = await auditStamp(context)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    // Serializes calls for one owner, so that two concurrent first apps get the same project.
    await lockUsers(tx, [ownerId])
    const created = await createAppIn(tx, now, prepared)
    const oldest = await tx.first(oldestProject, { ownerId })
    if (oldest !== undefined) await lockProject(tx, oldest.id)
    const project =
      oldest === undefined ? await createProjectIn(tx, now, newProject) : await requireProject(tx, oldest.id)
    await addAppIn(tx, now, { project, app: { id: created.appId, name }, stamp })
    return { ...created, projectId: project.id }
  })
}

const oldestProject = query<{ ownerId: bigint }>()((k, p) =>
  k.selectFrom('projects').select('id').where('owner_id', '=', p('ownerId')).orderBy('id').limit(1),
)
