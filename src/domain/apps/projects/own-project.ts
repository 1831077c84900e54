/** Puts new apps into a project of their owner, so that they have access to API v2 immediately. */
import { query } from '../../../db/query.ts'
import type { Context } from '../../context.ts'
import { requireApp } from '../app.ts'
import { addAppToProject, createProject, findProjectOfApp } from './projects.ts'

const NAME = 'Default project'

/**
 * Puts an app without a project into its owner's oldest project, which is created if there is none.
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

const oldestProject = query<{ ownerId: bigint }>()((k, p) =>
  k.selectFrom('projects').select('id').where('owner_id', '=', p('ownerId')).orderBy('id').limit(1),
)
