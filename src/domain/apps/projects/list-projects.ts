/** Lists projects for the operator (spec/console.md#projects). */
import { once } from '../../../db/query.ts'
import type { Reader } from '../../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../../lib/pages.ts'
import { type Project, projectOf } from './projects.ts'

export interface ListedProject extends Project {
  /** Screen name of the owner. */
  readonly owner: string
  /** Number of apps in the project. */
  readonly appCount: number
}

/**
 * A page of projects, oldest first.
 * @param ownerId the user whose projects are returned; undefined for the projects of all users
 */
export async function listProjects(
  reader: Reader,
  ownerId: bigint | undefined,
  { after, count }: PageRequest<bigint>,
): Promise<Page<ListedProject, bigint>> {
  // Uses the primary key or the index projects_owner, and for each project the index project_apps_project.
  const page = once((k) => {
    const projects = k
      .selectFrom('projects')
      .innerJoin('users', 'users.id', 'projects.owner_id')
      .selectAll('projects')
      .select((eb) => [
        'users.screen_name as owner',
        eb
          .selectFrom('project_apps')
          .whereRef('project_apps.project_id', '=', 'projects.id')
          .select((inner) => inner.fn.countAll<bigint | number>().as('apps'))
          .as('apps'),
      ])
      .where('projects.id', '>', after ?? 0n)
      .orderBy('projects.id')
      .limit(count + 1)
    return ownerId === undefined ? projects : projects.where('projects.owner_id', '=', ownerId)
  })
  const listed = (await reader.rows(page, {})).map((row) => ({
    ...projectOf(row),
    owner: row.owner,
    appCount: Number(row.apps),
  }))
  return pageOf(listed, count, ({ id }) => id)
}
