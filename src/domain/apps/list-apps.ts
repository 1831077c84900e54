/** Lists apps for the operator (spec/console.md#apps), without secrets. */
import { sql } from 'kysely'
import { once } from '../../db/query.ts'
import type { Reader } from '../../db/store.ts'
import { type Page, type PageRequest, pageOf } from '../../lib/pages.ts'
import { requireUser } from '../accounts/user.ts'
import { isPlainText } from '../plain-text.ts'
import { type App, appOf, requireApp } from './app.ts'
import { type Enrolment, findEnrolment } from './enrolment.ts'
import { findClientOfApp, type OAuth2Client } from './oauth2/client.ts'
import { findProjectOfApp, type Project } from './projects/projects.ts'

export interface ListedApp {
  readonly app: App
  /** Screen name of the owner. */
  readonly owner: string
}

export interface ShownApp extends ListedApp {
  readonly enrolment: Enrolment
  readonly project: Project | undefined
  /** Undefined for an app without OAuth 2.0. */
  readonly client: OAuth2Client | undefined
}

/**
 * A page of apps, oldest first.
 * @param ownerId the user whose apps are returned; undefined for the apps of all users
 * @param name a text that the name of each returned app contains; letter case is ignored
 */
export async function listApps(
  reader: Reader,
  ownerId: bigint | undefined,
  { after, count }: PageRequest<bigint>,
  name = '',
): Promise<Page<ListedApp, bigint>> {
  // PostgreSQL rejects some texts, such as texts with NUL. No app name contains these texts.
  if (!isPlainText(name)) return { items: [], next: null }
  const pattern = `%${name.toLowerCase().replaceAll(/[%_~]/g, '~$&')}%`
  // Uses the primary key, or the index apps_owner. A filter by name reads all rows and skips the rows that do not
  // match.
  const page = once((k) => {
    const apps = k
      .selectFrom('apps')
      .innerJoin('users', 'users.id', 'apps.owner_id')
      .selectAll('apps')
      .select('users.screen_name as owner')
      .where('apps.id', '>', after ?? 0n)
      .where('apps.deleted_at', 'is', null)
      .orderBy('apps.id')
      .limit(count + 1)
    const named = name === '' ? apps : apps.where(sql<boolean>`lower(apps.name) like ${pattern} escape '~'`)
    return ownerId === undefined ? named : named.where('apps.owner_id', '=', ownerId)
  })
  const rows = await reader.rows(page, {})
  return pageOf(
    rows.map(({ owner, ...row }) => ({ app: appOf(row), owner })),
    count,
    ({ app }) => app.id,
  )
}

/** An app with its owner, enrolment and project, without secrets. @throws {Refusal} `app-not-found` */
export async function showApp(reader: Reader, id: bigint): Promise<ShownApp> {
  const app = await requireApp(reader, id)
  const { screenName: owner } = await requireUser(reader, { id: app.ownerId })
  const enrolment = await findEnrolment(reader, id)
  const client = await findClientOfApp(reader, id)
  return { app, owner, enrolment, project: await findProjectOfApp(reader, id), client }
}
