/** Changes and deletes projects (spec/console.md#projects). */
import { query } from '../../../db/query.ts'
import { append } from '../../../log/append.ts'
import { type Context, Refusal } from '../../context.ts'
import {
  checkProjectDetails,
  lockProject,
  type Project,
  type ProjectDetails,
  requireProject,
} from './projects.ts'

/**
 * Changes the details of a project. Omitted fields stay unchanged. An update without changes appends no event.
 * @throws {Refusal} `project-not-found`, and as {@link checkProjectDetails}
 */
export async function updateProject(
  context: Context,
  id: bigint,
  changes: Partial<ProjectDetails>,
): Promise<Project> {
  checkProjectDetails(changes)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockProject(tx, id)
    const before = await requireProject(tx, id)
    const { name = before.name, useCase = before.useCase, description = before.description } = changes
    const project: Project = { ...before, name, useCase, description }
    if (JSON.stringify([name, useCase, description]) === JSON.stringify(detailsOf(before))) return before
    await tx.run(updateRow, { id, name, useCase, description })
    append(tx, now, { kind: 'project.changed', project_id: id, change: 'updated' })
    return project
  })
}

/**
 * Deletes a project that has no apps. The usage of past days stays stored.
 * @throws {Refusal} `project-not-found`; `project-not-empty` while the project has an app
 */
export async function deleteProject(context: Context, id: bigint): Promise<void> {
  const now = context.clock.now()
  await context.store.write(async (tx) => {
    await lockProject(tx, id)
    await requireProject(tx, id)
    if ((await tx.first(anyApp, { id })) !== undefined) {
      throw new Refusal('project-not-empty', 'the project has apps; move or delete them first')
    }
    await tx.run(deleteRow, { id })
    append(tx, now, { kind: 'project.changed', project_id: id, change: 'deleted' })
  })
}

function detailsOf({ name, useCase, description }: Project): readonly string[] {
  return [name, useCase, description]
}

const updateRow = query<{ id: bigint; name: string; useCase: string; description: string }>()((k, p) =>
  k
    .updateTable('projects')
    .set({ name: p('name'), use_case: p('useCase'), description: p('description') })
    .where('id', '=', p('id')),
)

// Uses the index project_apps_project.
const anyApp = query<{ id: bigint }>()((k, p) =>
  k.selectFrom('project_apps').select('app_id').where('project_id', '=', p('id')).limit(1),
)

const deleteRow = query<{ id: bigint }>()((k, p) => k.deleteFrom('projects').where('id', '=', p('id')))
