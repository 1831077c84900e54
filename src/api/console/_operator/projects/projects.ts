/** Projects of all owners, as the desk shows them (spec/console.md#projects-at-the-desk). */
import { Type } from 'typebox'
import type { ListedProject } from '../../../../domain/apps/projects/list-projects.ts'

export const DESK_PROJECT = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    owner: Type.Object({ id: Type.String(), username: Type.String() }),
    apps: Type.Integer({ description: 'The number of its apps.' }),
    created_at: Type.Integer({ description: 'Unix milliseconds.' }),
  },
  { title: 'ConsoleDeskProject' },
)

/** Renders an object of the schema {@link DESK_PROJECT}. */
export function deskProject({ id, name, ownerId, owner, appCount, createdAt }: ListedProject) {
  return { id, name, owner: { id: ownerId, username: owner }, apps: appCount, created_at: createdAt }
}
