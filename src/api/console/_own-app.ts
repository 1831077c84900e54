/** The apps that a caller of the console manages: the apps of the network user of the caller. */
import type { ConsoleCaller } from '../../auth/caller.ts'
import { type App, findApp } from '../../domain/apps/app.ts'
import type { Services } from '../_services.ts'
import { idIn } from '../1.1/_id.ts'
import { ConsoleProblem } from './_problems.ts'

/**
 * The app with an id, if it belongs to the caller’s network user.
 * @param appId the id, or its text in a path or body
 * @throws {ConsoleProblem} `app-not-found` for an unknown id, a text that is not an id, and an app of another user
 */
export async function ownApp(
  { store }: Pick<Services, 'store'>,
  caller: Pick<ConsoleCaller, 'userId'>,
  appId: string | bigint,
): Promise<App> {
  const id = typeof appId === 'bigint' ? appId : idIn(appId)
  const app = id === undefined ? undefined : await findApp(store, id)
  if (app === undefined || app.ownerId !== caller.userId) throw new ConsoleProblem('app-not-found')
  return app
}

/** True if the app exists and belongs to the caller’s network user. */
export async function isOwnApp(
  { store }: Pick<Services, 'store'>,
  caller: Pick<ConsoleCaller, 'userId'>,
  appId: bigint,
): Promise<boolean> {
  return (await findApp(store, appId))?.ownerId === caller.userId
}

/**
 * The network user of the caller.
 * @throws {ConsoleProblem} `no-network-user` before the caller has chosen a network user
 */
export function networkUserOf({ userId }: Pick<ConsoleCaller, 'userId'>): bigint {
  if (userId === undefined) throw new ConsoleProblem('no-network-user')
  return userId
}
