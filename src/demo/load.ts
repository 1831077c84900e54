/** The demo's data: an extract of a real follow graph, an account that owns an app, and its bearer token. */
import { fileURLToPath } from 'node:url'
import { createUser } from '../domain/accounts/create-user.ts'
import { demandUser, findUser } from '../domain/accounts/user.ts'
import { bearerOf, findAppsOf } from '../domain/apps/app.ts'
import { createApp } from '../domain/apps/create-app.ts'
import type { Context } from '../domain/context.ts'
import { importFollowsFile } from '../importers/follows.ts'

/** See README.md beside it for source and licence. */
const GRAPH = fileURLToPath(new URL('./graph/followers.edges.gz', import.meta.url))

/** The account whose followers the graph holds. */
const STAR_ID = 900_000_000n

const OWNER = 'demo'

export interface Demo {
  readonly starId: bigint
  readonly followers: number
  readonly bearerToken: string
  /** Whether this call loaded the data. */
  readonly isNew: boolean
}

/** Loads what is missing of the demo's data; a second call finds everything there. */
export async function loadDemo(context: Context, data: string): Promise<Demo> {
  const { store, vault } = context
  const known = await findUser(store, { screenName: OWNER })
  const owner = known ?? (await createUser(context, { screenName: OWNER, name: 'Demo' }))
  await importFollowsFile(context, GRAPH, { data })
  const [app] = await findAppsOf(store, owner.id)
  const bearerToken =
    app === undefined
      ? (await createApp(context, { name: 'Aviary demo', ownerId: owner.id, permissions: 'read' }))
          .bearerToken
      : bearerOf(vault, app.id, app.bearerGeneration)
  const star = await demandUser(store, { id: STAR_ID })
  return { starId: star.id, followers: star.followersCount, bearerToken, isNew: known === undefined }
}
