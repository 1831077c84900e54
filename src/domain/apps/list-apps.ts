/** Apps as the operator sees them (spec/console.md#apps): everything but secrets. */
import { once } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'
import { demandUser } from '../accounts/user.ts'
import { type App, appOf, demandApp } from './app.ts'
import { type Enrolment, findEnrolment } from './enrolment.ts'
import { findProjectOfApp, type Project } from './projects.ts'

export interface ListedApp {
  readonly app: App
  /** Screen name of the owner. */
  readonly owner: string
}

export interface ShownApp extends ListedApp {
  readonly enrolment: Enrolment
  readonly project: Project | undefined
}

/**
 * A page of apps by id, the oldest first.
 * @param ownerId only those of this user; undefined for all
 */
export async function listApps(
  reader: Reader,
  ownerId: bigint | undefined,
  { after, count }: PageRequest<bigint>,
): Promise<Page<ListedApp, bigint>> {
  // Uses the primary key, or the index apps_owner.
  const asked = once((k) => {
    const page = k
      .selectFrom('apps')
      .innerJoin('users', 'users.id', 'apps.owner_id')
      .selectAll('apps')
      .select('users.screen_name as owner')
      .where('apps.id', '>', after ?? 0n)
      .orderBy('apps.id')
      .limit(count + 1)
    return ownerId === undefined ? page : page.where('apps.owner_id', '=', ownerId)
  })
  const rows = await reader.rows(asked, {})
  return pageOf(
    rows.map(({ owner, ...row }) => ({ app: appOf(row), owner })),
    count,
    ({ app }) => app.id,
  )
}

/** Everything of one app that is no secret. @throws {Refusal} `app-not-found` */
export async function showApp(reader: Reader, id: bigint): Promise<ShownApp> {
  const app = await demandApp(reader, id)
  const { screenName: owner } = await demandUser(reader, { id: app.ownerId })
  const enrolment = await findEnrolment(reader, id)
  return { app, owner, enrolment, project: await findProjectOfApp(reader, id) }
}
