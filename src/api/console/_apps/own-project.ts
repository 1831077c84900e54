/** The projects that a caller of the console manages: the projects of the network user of the caller. */
import type { ConsoleCaller } from '../../../auth/caller.ts'
import { type Project, requireProject } from '../../../domain/apps/projects/projects.ts'
import type { Services } from '../../_services.ts'
import { idIn } from '../../1.1/_id.ts'
import { ConsoleProblem } from '../_problems.ts'

/** The id of a project in a body or path. @throws {ConsoleProblem} `project-not-found` for a text that is not an id */
export function ownProjectId(text: string): bigint {
  const id = idIn(text)
  if (id === undefined) throw new ConsoleProblem('project-not-found')
  return id
}

/**
 * The project of the caller's network user with an id.
 * @throws {ConsoleProblem} `project-not-found`, also for a project of another user
 */
export async function ownProject(
  { store }: Pick<Services, 'store'>,
  { userId }: Pick<ConsoleCaller, 'userId'>,
  text: string,
): Promise<Project> {
  const project = await requireProject(store, ownProjectId(text))
  if (project.ownerId !== userId) throw new ConsoleProblem('project-not-found')
  return project
}
