/** Changes the details and permissions of an app (spec/console.md#app-permissions). */
import { query } from '../../db/query.ts'
import { append } from '../../log/append.ts'
import { auditStamp, recordAudit } from '../audit/record-audit.ts'
import type { Context } from '../context.ts'
import { type App, appSubject, lockApp, type Permissions, requireApp } from './app.ts'
import { type AppAbout, checkAppAbout, findAppAbout, setAppAboutIn } from './app-about.ts'
import { type AppDetails, checkAppDetails } from './app-details.ts'
import type { AppLevel } from './levels.ts'

/** Omitted fields stay unchanged. */
export interface AppChanges extends Partial<AppDetails>, Partial<AppAbout> {
  /** Applies to new tokens and to the bearer token. Issued user tokens keep their level. */
  readonly permissions?: Permissions
  readonly mayReadEmail?: boolean
  readonly level?: AppLevel
}

export interface UpdatedApp {
  readonly app: App
  /** Names of the changed fields. Without changed fields, nothing was written. */
  readonly changed: readonly (keyof AppChanges)[]
}

const NAMES = ['name', 'url', 'description', 'callbackUrls', 'permissions', 'mayReadEmail', 'level'] as const

const ABOUT = ['termsUrl', 'privacyUrl', 'organisation', 'organisationUrl', 'allowsSignIn'] as const

/**
 * Updates an app. Posts keep the name and the URL that the app had when they were written
 * (docs/decisions/0050-source-is-of-the-moment.md).
 * @param reason reason of the operator, for the audit log
 * @throws {Refusal} `app-not-found`, and as {@link checkAppDetails} and {@link checkAppAbout}
 */
export async function updateApp(
  context: Context,
  appId: bigint,
  changes: AppChanges,
  reason = '',
): Promise<UpdatedApp> {
  checkAppDetails(changes)
  checkAppAbout(changes)
  const made = auditStamp(context)
  const stamp = made && (await made)
  const now = context.clock.now()
  return context.store.write(async (tx) => {
    await lockApp(tx, appId)
    const before = await requireApp(tx, appId)
    const app: App = { ...before, ...chosen(changes, NAMES) }
    const aboutBefore = await findAppAbout(tx, appId)
    const about: AppAbout = { ...aboutBefore, ...chosen(changes, ABOUT) }
    const changed = [
      ...NAMES.filter((name) => JSON.stringify(app[name]) !== JSON.stringify(before[name])),
      ...ABOUT.filter((name) => about[name] !== aboutBefore[name]),
    ]
    if (changed.length === 0) return { app: before, changed }
    await setAppAboutIn(tx, appId, about)
    await tx.run(updateRow, {
      id: appId,
      name: app.name,
      url: app.url,
      description: app.description,
      callback_urls: JSON.stringify(app.callbackUrls),
      permissions: app.permissions,
      may_read_email: app.mayReadEmail ? 1 : 0,
      level: app.level,
    })
    await recordAudit(tx, stamp, {
      ...{ action: 'app.update', subject: appSubject(app), reason },
      details: { changed, permissions: app.permissions, level: app.level },
    })
    append(tx, now, { kind: 'app.changed', app_id: appId, change: 'updated' })
    return { app, changed }
  })
}

/** The named changes that are not undefined. */
function chosen<Name extends keyof AppChanges>(
  changes: AppChanges,
  names: readonly Name[],
): Partial<Required<Pick<AppChanges, Name>>> {
  const present = names.filter((name) => changes[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, changes[name]])) as Partial<
    Required<Pick<AppChanges, Name>>
  >
}

const updateRow = query<{
  id: bigint
  name: string
  url: string
  description: string
  callback_urls: string
  permissions: string
  may_read_email: number
  level: string
}>()((k, p) =>
  k
    .updateTable('apps')
    .set({
      name: p('name'),
      url: p('url'),
      description: p('description'),
      callback_urls: p('callback_urls'),
      permissions: p('permissions'),
      may_read_email: p('may_read_email'),
      level: p('level'),
    })
    .where('id', '=', p('id')),
)
