/** The project of whoever owns an app: so that a new app reaches the second generation at once. */
import { query } from '../../db/query.ts'
import type { Context } from '../context.ts'
import { requireApp } from './app.ts'
import { addAppToProject, createProject, findProjectOfApp } from './projects.ts'

const NAME = 'Default project'

/**
 * Puts an app that is in no project into the oldest one of its owner, which is made when there is none.
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
